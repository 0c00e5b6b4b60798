import Composition
import CompositionTesting
import Testing

struct ConfiguratorStubTests {
  private final class Row: ConfiguratorModule {
    typealias Dependency = String
    typealias Payload = Int

    var text = "untouched"

    func configure(dependency: String, payload: Int) {
      text = "\(dependency) \(payload)"
    }
  }

  @Test func `A stub does nothing`() {
    let row = Row()
    let configurator: Row.Configurator = .stub()

    configurator.configure(row, payload: 1)

    #expect(row.text == "untouched")
  }

  @Test func `A closure takes the place of the module's configuration`() {
    let row = Row()
    let configurator: Row.Configurator = .stub { row, payload in row.text = "stub \(payload)" }

    configurator.configure(row, payload: 1)

    #expect(row.text == "stub 1")
  }
}
