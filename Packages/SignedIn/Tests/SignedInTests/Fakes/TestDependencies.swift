import BasicsTesting
import Core
import CoreTesting
import FeatureFlags
import Terminal
import TerminalTesting

@testable import SignedIn

/// The signed-in scope's dependencies on a cloud that follows a script.
@MainActor
final class TestDependencies: SignedInDependencies, SignedInResponder, NotSignedInResponder {
  struct FixedLocator: Locator {
    func currentLocation() -> Location { .operaHouse }
  }

  nonisolated let session = UserSession.johnny
  nonisolated let transport: ScriptedCloudTransport
  nonisolated let cloudClient: CloudClient
  nonisolated let clock: ManualWallClock
  nonisolated let services: SystemServices
  nonisolated let flagScope = FlagScope.withoutFlags
  nonisolated let userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  nonisolated let savedPlacesFile: String
  nonisolated let locator: any Locator = FixedLocator()
  private(set) var signOuts = 0
  private(set) var openedSessions: [UserSession] = []

  /// Answers in order.
  nonisolated convenience init(_ answers: [CloudResponse]) {
    let transport = ScriptedCloudTransport(answers.map { .success($0) })
    self.init(transport: transport, cloud: transport, "/nowhere/places.json")
  }

  /// Asks a cloud of the test's own.
  nonisolated convenience init(
    cloud: some CloudTransport, savedPlacesFile: String = "/nowhere/places.json"
  ) {
    self.init(transport: ScriptedCloudTransport([]), cloud: cloud, savedPlacesFile)
  }

  private nonisolated init(
    transport: ScriptedCloudTransport, cloud: any CloudTransport, _ savedPlacesFile: String
  ) {
    self.savedPlacesFile = savedPlacesFile
    self.transport = transport
    cloudClient = CloudClient(transport: cloud)
    clock = ManualWallClock()
    services = .test(clock)
  }

  var signedInResponder: any SignedInResponder { self }
  nonisolated var places: Places {
    Places(
      cloudClient: cloudClient, flagScope: flagScope, locationFile: "/nowhere/location.json",
      savedPlacesFile: savedPlacesFile)
  }

  var notSignedInResponder: any NotSignedInResponder { self }

  func signedIn(to session: UserSession) {
    openedSessions.append(session)
  }

  func notSignedIn() {
    signOuts += 1
  }
}

extension SystemServices {
  /// Services in which time passes when the test says so, and never on the screen.
  static func test(_ clock: ManualWallClock) -> SystemServices {
    SystemServices(wallClock: clock, screenClock: ManualClock(), randomBytes: SeededRandomBytes())
  }
}

extension FlagScope {
  /// A scope in which every default implementation is chosen.
  static let withoutFlags = FlagScope(flags: LayeredProvider([]), context: EvaluationContext())
}

extension MenuItem {
  /// What can be done with a ride.
  static func share(_ ride: Ride) -> MenuItem {
    MenuItem(.character("s"), "Share") {
      NamedScreen("a ride that is \(ride.state.name)", navigator: $0)
    }
  }
}
