import BasicsTesting
import Basics
import Composition
import Core
import CoreTesting
import FoundationEssentials
import SignedIn
import Testing

@testable import koober

/// What is substituted holds for the scope it is given to, and for no other.
@MainActor
struct ScopeOverrideTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `An override of one dependency concerns one scope`() async throws {
    let container = try machine.openProcessScope()
    let rider = RiderContainer(parent: container, session: .johnny)
    let overridden = SignedInContainer(
      dependencies: ElsewhereDependencies(rider: rider), session: .johnny)
    let other = rider.makeSignedInContainer(session: .johnny)

    #expect(try await overridden.currentLocation() == .appleStore)
    #expect(try await other.currentLocation() != .appleStore)
  }

  @Test func `Two riders in one process meet different variants, each in the own scope`() throws {
    let targeting = #"{"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "nearness"]}"#
    let definitions = """
      {"flags": {"dropoff-ranking": {"state": "ENABLED", "defaultVariant": "match",
        "variants": {"match": "match", "nearness": "nearness"}, "targeting": \(targeting)}}}
      """
    try PrivateFile(path: "\(machine.home.path)/data/cloud/flags.json")
      .write(Array(definitions.utf8))
    let container = try machine.openProcessScope()

    let ada = RiderContainer(parent: container, session: .session(of: "ada"))
    let grace = RiderContainer(parent: container, session: .session(of: "grace"))

    #expect(ada.dropoffRanking is NearnessFirstRanking)
    #expect(grace.dropoffRanking is MatchFirstRanking)
    #expect(ada.dropoffRanking is NearnessFirstRanking)
  }

  @Test func `An override on the command line ends with its process scope`() throws {
    let overridden = try machine.openProcessScope(flags: ["ride-options-layout=cards"])
    let other = try machine.openProcessScope()

    let first = RiderContainer(parent: overridden, session: nil)
    let second = RiderContainer(parent: other, session: nil)

    #expect(first.rideOptionsLayout is CardRideOptionsLayout)
    #expect(second.rideOptionsLayout is TableRideOptionsLayout)
  }
}

/// The scope of a rider who is somewhere else.
private struct ElsewhereDependencies: SignedInDependencies {
  private struct AppleStoreLocator: Locator {
    func currentLocation() -> Location { .appleStore }
  }

  let rider: RiderContainer

  var locator: any Locator { AppleStoreLocator() }
  var cloudClient: CloudClient { rider.cloudClient }
  var userSessionRepository: any UserSessionRepository { rider.userSessionRepository }
  var dropoffRanking: any DropoffRanking { rider.dropoffRanking }
  var rideOptionsLayout: any RideOptionsLayout { rider.rideOptionsLayout }
  var wallClock: any WallClock { rider.wallClock }
  var screenClock: any Clock<Duration> { rider.screenClock }
  var randomBytes: any RandomBytes { rider.randomBytes }
  var lifetimeMonitor: LifetimeMonitor { rider.lifetimeMonitor }
  @MainActor var notSignedInResponder: any NotSignedInResponder { rider.notSignedInResponder }
}

extension UserSession {
  /// A session of a rider with this identifier.
  fileprivate static func session(of rider: String) -> UserSession {
    UserSession(
      profile: RiderProfile(
        id: Identifier(rider), name: rider, nickname: rider, email: "\(rider)@example.org",
        mobileNumber: "0491570156"),
      remoteSession: UserSession.johnny.remoteSession)
  }
}
