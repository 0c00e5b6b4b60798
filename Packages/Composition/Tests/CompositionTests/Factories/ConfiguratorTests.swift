import Composition
import Testing

struct ConfiguratorTests {
  private final class Row: ConfiguratorModule {
    typealias Dependency = String
    typealias Payload = Int

    var text = ""

    func configure(dependency: String, payload: Int) {
      text = "\(dependency) \(payload)"
    }
  }

  private final class QuietConfigurator: Configurator<Row>, @unchecked Sendable {
    override func configure(_ module: Row, payload: Int) {}
  }

  @MainActor private final class Label: @MainActor ConfiguratorModule {
    typealias Dependency = String

    var text = ""

    func configure(dependency: String, payload: Void) {
      text = dependency
    }
  }

  @Test func `An instance is configured anew with each payload`() {
    let row = Row()
    let configurator = Row.Configurator(dependency: "Ride")

    configurator.configure(row, payload: 1)
    #expect(row.text == "Ride 1")
    configurator.configure(row, payload: 2)
    #expect(row.text == "Ride 2")
  }

  @Test func `The dependency is made once for all instances`() {
    var made = 0
    func dependency() -> String {
      made += 1
      return "Ride"
    }
    let configurator = Configurator<Plain>(dependency: Plain.Service(name: dependency()))

    for _ in 0..<4 { configurator.configure(Plain()) }

    #expect(made == 1)
  }

  @Test func `A subclass takes the place of the configurator`() {
    let row = Row()
    let configurator: Row.Configurator = QuietConfigurator(dependency: "Ride")

    configurator.configure(row, payload: 1)

    #expect(row.text.isEmpty)
  }

  @Test @MainActor func `A main actor module is configured on its actor`() {
    let label = Label()

    Label.Configurator(dependency: "Johnny").configure(label)

    #expect(label.text == "Johnny")
  }
}

/// A module whose dependency is not sendable, so that its configurator stays where it is.
private final class Plain: ConfiguratorModule {
  final class Service {
    let name: String

    init(name: String) {
      self.name = name
    }
  }

  typealias Dependency = Service

  func configure(dependency: Service, payload: Void) {}
}
