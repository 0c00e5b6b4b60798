import Composition
import Core
import CoreTesting
import TerminalTesting

@testable import SignedIn

/// The signed-in scope's dependencies on a cloud that follows a script.
@MainActor
final class TestDependencies: SignedInDependencies, NotSignedInResponder {
  struct PlainRanking: DropoffRanking {
    func search(for query: String, near location: Location?, limit: Int) -> PlaceSearch {
      PlaceSearch(query: query, near: location, limit: limit)
    }
  }

  struct FixedLocator: Locator {
    func currentLocation() -> Location { .operaHouse }
  }

  nonisolated let transport: ScriptedCloudTransport
  nonisolated let cloudClient: CloudClient
  nonisolated let clock = ManualWallClock()
  nonisolated let userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  nonisolated let locator: any Locator = FixedLocator()
  nonisolated let randomBytes: any RandomBytes = SeededRandomBytes()
  nonisolated let lifetimeMonitor = LifetimeMonitor()
  nonisolated let dropoffRanking: any DropoffRanking = PlainRanking()
  nonisolated let rideOptionsLayout: any RideOptionsLayout = PlainLayout()
  private(set) var signOuts = 0

  /// Answers in order.
  nonisolated init(_ answers: [CloudResponse]) {
    transport = ScriptedCloudTransport(answers.map { .success($0) })
    cloudClient = CloudClient(transport: transport)
  }

  /// Asks a cloud of the test's own.
  nonisolated init(cloud: some CloudTransport) {
    transport = ScriptedCloudTransport([])
    cloudClient = CloudClient(transport: cloud)
  }

  /// Never moved: what turns on a screen stands still.
  nonisolated let screenClock: any Clock<Duration> = ManualClock()
  nonisolated var wallClock: any WallClock { clock }
  var notSignedInResponder: any NotSignedInResponder { self }

  func notSignedIn() {
    signOuts += 1
  }
}
