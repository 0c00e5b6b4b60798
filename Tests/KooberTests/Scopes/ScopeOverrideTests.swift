import Basics
import Composition
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import SignedInTesting
import Testing

@testable import koober
@testable import SignedIn

/// What is substituted holds for the scope it is given to, and for no other.
@MainActor
struct ScopeOverrideTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `An override of one dependency concerns one scope`() async throws {
    let container = try machine.openProcessScope()
    let rider = container.openRiderScope(of: .johnny)
    let overridden = SignedInContainer(
      dependencies: SignedInDouble(
        location: .appleStore, responder: rider.container.parent.mainViewModel,
        flagScope: rider.container.flagScope))
    let other = rider.signedIn

    #expect(try await overridden.dependencies.locator.currentLocation() == .appleStore)
    #expect(try await other.dependencies.locator.currentLocation() != .appleStore)
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

    let ada = container.openRiderScope(of: .session(of: "ada"))
    let grace = container.openRiderScope(of: .session(of: "grace"))

    #expect(placeRanking.make(in: ada.container.flagScope) == .nearness)
    #expect(placeRanking.make(in: grace.container.flagScope) == .match)
    #expect(placeRanking.make(in: ada.container.flagScope) == .nearness)
  }

  @Test func `An override on the command line ends with its process scope`() throws {
    let overridden = try machine.openProcessScope(flags: ["ride-options-layout=cards"])
    let other = try machine.openProcessScope()

    let first = overridden.openRiderScope(of: .johnny)
    let second = other.openRiderScope(of: .johnny)

    #expect(rideOptionsLayout.make(in: first.container.flagScope) is CardRideOptionsLayout)
    #expect(rideOptionsLayout.make(in: second.container.flagScope) is TableRideOptionsLayout)
  }
}

extension UserSession {
  /// A session of a rider with this identifier.
  fileprivate static func session(of rider: String) -> UserSession {
    .sample(
      of: RiderProfile(
        id: Identifier(rider), name: rider, nickname: rider, email: "\(rider)@example.org",
        mobileNumber: "0491570156"))
  }
}
