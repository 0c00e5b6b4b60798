import Basics
import BasicsTesting
import Core
import CoreTesting
import FeatureFlags
import RideUI
import SignedInTesting
import Terminal
import TerminalTesting

@testable import SignedIn

/// What a test watches of a signed-in scope, and the dependencies that it gives to it.
@MainActor
final class TestDependencies: SignedInResponder, NotSignedInResponder {
  nonisolated let session: UserSession
  nonisolated let transport: ScriptedCloudTransport
  nonisolated let cloud: any CloudTransport
  nonisolated let clock: ManualWallClock
  nonisolated let services: SystemServices
  nonisolated let flagScope: FlagScope
  nonisolated let userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  nonisolated let savedPlacesFile: String
  private let folder: TemporaryFolder?
  private(set) var signOuts = 0
  private(set) var openedSessions: [UserSession] = []

  /// Answers in order.
  nonisolated convenience init(_ answers: [CloudResponse], session: UserSession = .johnny) {
    let transport = ScriptedCloudTransport(answers.map { .success($0) })
    self.init(session: session, cloud: transport, transport: transport)
  }

  /// Asks a cloud of the test's own.
  nonisolated convenience init(
    cloud: some CloudTransport, savedPlacesFile: String = "/nowhere/places.json",
    session: UserSession = .johnny
  ) {
    self.init(
      session: session, cloud: cloud, transport: ScriptedCloudTransport([]),
      savedPlacesFile: savedPlacesFile)
  }

  /// Has flags and services of the test's own, and keeps places in a folder as long as it lives.
  nonisolated convenience init(
    cloud: any CloudTransport, flagScope: FlagScope, services: SystemServices
  ) throws {
    let folder = try TemporaryFolder()
    self.init(
      cloud: cloud, transport: ScriptedCloudTransport([]),
      savedPlacesFile: "\(folder.path)/places.json", flagScope: flagScope, services: services,
      folder: folder)
  }

  private nonisolated init(
    session: UserSession = .johnny, cloud: any CloudTransport, transport: ScriptedCloudTransport,
    savedPlacesFile: String = "/nowhere/places.json", flagScope: FlagScope = .withoutFlags,
    services: SystemServices? = nil, folder: TemporaryFolder? = nil
  ) {
    self.session = session
    self.savedPlacesFile = savedPlacesFile
    self.transport = transport
    self.cloud = cloud
    self.flagScope = flagScope
    self.folder = folder
    clock = ManualWallClock()
    self.services = services ?? .test(clock)
  }

  nonisolated var cloudClient: CloudClient { CloudClient(transport: cloud) }

  /// The dependencies; the test is the responder.
  nonisolated var double: SignedInDouble {
    var double = SignedInDouble(
      cloud: cloud, session: session, responder: self, flagScope: flagScope, services: services)
    double.userSessionRepository = userSessionRepository
    double.places = Places(
      remoteAPI: double.places.remoteAPI,
      locationFile: folder.map { "\($0.path)/location.json" } ?? "/nowhere/location.json",
      savedPlacesFile: savedPlacesFile)
    return double
  }

  func signedIn(to session: UserSession) { openedSessions.append(session) }
  func notSignedIn() { signOuts += 1 }
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
  @MainActor static func share(_ ride: Ride) -> MenuItem {
    let name = "a ride that is \(ride.state.name)"
    return MenuItem(
      .character("s"), "Share", to: Destination(name) { NamedScenes<String> { $0 } })
  }
}

extension MapTiles {
  /// The map of a cloud that knows no street.
  static func empty(_ clock: any WallClock) -> MapTiles {
    MapTiles(wallClock: clock) { _, _ in TaggedResponse(response: MapTile(), entityTag: nil) }
  }
}
