import AuthenticationExample
import Composition
import Testing

/// A greeting whose repository has a default.
@MainActor
private struct DefaultedWelcome {
  let userSessionRepository: any UserSessionRepository

  init(userSessionRepository: any UserSessionRepository = repository(of: nil)) {
    self.userSessionRepository = userSessionRepository
  }

  func text() throws -> String {
    "Welcome, \(try userSessionRepository.storedSession()?.email ?? "stranger")."
  }
}

@MainActor
private struct WelcomeContainer {
  let userSessionRepository: any UserSessionRepository

  // Compiles, although the container's repository is not handed over.
  func makeWelcome() -> DefaultedWelcome { DefaultedWelcome() }
}

/// A row of a list that shows one ride after another.
private final class RideRow: ConfiguratorModule {
  typealias Dependency = String
  typealias Payload = Int

  private(set) var text = ""

  func configure(dependency currency: String, payload price: Int) {
    text = "\(currency) \(price)"
  }
}

/// A list that creates its rows itself.
private struct RideList {
  let row = RideRow()
  let rowConfigurator: RideRow.Configurator

  func show(_ price: Int) {
    rowConfigurator.configure(row, payload: price)
  }
}

/// The code of the page "Giving instead of making".
@MainActor
struct GivingTests {
  @Test func `A default argument hides that a container hands nothing over`() throws {
    let container = WelcomeContainer(userSessionRepository: repository(of: "rosa@gmail.com"))

    #expect(try container.makeWelcome().text() == "Welcome, stranger.")
  }

  @Test func `A configurator fills an instance that is there already, again and again`() {
    let list = RideList(rowConfigurator: RideRow.Configurator(dependency: "AUD"))

    list.show(9)
    #expect(list.row.text == "AUD 9")
    list.show(12)
    #expect(list.row.text == "AUD 12")
  }
}
