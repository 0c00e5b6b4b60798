import AuthenticationExample
import Testing

// The same object, once given what it needs, and three times asking for it.

/// Asks nobody.
private struct GivenWelcome {
  let userSessionRepository: any UserSessionRepository

  func text() throws -> String {
    "Welcome, \(try userSessionRepository.storedSession()?.email ?? "stranger")."
  }
}

/// Keeps one service of each type for the whole process.
@MainActor
private final class ServiceLocator {
  static let shared = ServiceLocator()
  private var services: [ObjectIdentifier: Any] = [:]

  func register<Service>(_ service: Service, as type: Service.Type) {
    services[ObjectIdentifier(type)] = service
  }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    services[ObjectIdentifier(type)] as? Service
  }
}

@MainActor
private struct LocatingWelcome {
  func text() throws -> String {
    guard let repository = ServiceLocator.shared.resolve((any UserSessionRepository).self) else {
      return "Nobody registered a repository."
    }
    return "Welcome, \(try repository.storedSession()?.email ?? "stranger")."
  }
}

private enum Surroundings {
  @TaskLocal static var userSessionRepository: any UserSessionRepository = repository(of: nil)
}

private struct SurroundedWelcome {
  func text() throws -> String {
    "Welcome, \(try Surroundings.userSessionRepository.storedSession()?.email ?? "stranger")."
  }
}

private protocol UserSessionReading {}

extension UserSessionReading {
  var userSessionRepository: any UserSessionRepository { repository(of: "johnny@gmail.com") }
}

private struct ExtendedWelcome: UserSessionReading {
  func text() throws -> String {
    "Welcome, \(try userSessionRepository.storedSession()?.email ?? "stranger")."
  }
}

/// A repository in memory, in which one rider is signed in, or nobody.
func repository(of email: String?) -> any UserSessionRepository {
  let coder = LineUserSessionCoder()
  return KooberUserSessionRepository(
    remoteAPI: InMemoryAuthRemoteAPI(),
    dataStore: InMemoryUserSessionDataStore(
      bytes: email.map { coder.encode(UserSession(email: $0, token: "1")) }),
    coder: coder)
}

@MainActor
struct AskingInsteadTests {
  @Test func `What is given is what is used`() throws {
    let welcome = GivenWelcome(userSessionRepository: repository(of: "rosa@gmail.com"))

    #expect(try welcome.text() == "Welcome, rosa@gmail.com.")
  }

  @Test func `A locator answers at run time, and to everybody the same`() throws {
    let welcome = LocatingWelcome()
    #expect(try welcome.text() == "Nobody registered a repository.")

    ServiceLocator.shared.register(
      repository(of: "rosa@gmail.com"), as: (any UserSessionRepository).self)

    #expect(try welcome.text() == "Welcome, rosa@gmail.com.")
    #expect(try LocatingWelcome().text() == "Welcome, rosa@gmail.com.")
  }

  @Test func `What surrounds an object changes with its caller`() throws {
    let rosas = repository(of: "rosa@gmail.com")

    let welcome = SurroundedWelcome()
    let inside = try Surroundings.$userSessionRepository.withValue(rosas) { try welcome.text() }
    let outside = try welcome.text()

    #expect(inside == "Welcome, rosa@gmail.com.")
    #expect(outside == "Welcome, stranger.")
  }

  @Test func `A protocol extension has decided for everybody`() throws {
    #expect(try ExtendedWelcome().text() == "Welcome, johnny@gmail.com.")
  }
}
