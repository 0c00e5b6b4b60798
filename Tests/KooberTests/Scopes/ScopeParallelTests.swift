import Cloud
import CloudRoutes
import Composition
import Core
import CoreTesting
import FeatureFlags
import Testing

@testable import SignedIn
@testable import koober

/// Containers know nothing of each other, on however many threads they are made and used; the thread
/// sanitizer agrees.
struct ScopeParallelTests {
  /// The variants that one of the containers is given.
  struct Choice: Sendable {
    let isStraight: Bool
    let isNearest: Bool
    let isCards: Bool
    let isBanner: Bool

    /// A choice that differs from that of the neighboring numbers.
    init(number: Int) {
      isStraight = number & 1 != 0
      isNearest = number & 2 != 0
      isCards = number & 4 != 0
      isBanner = number & 8 != 0
    }

    var variants: [String: String] {
      [
        "user-session-store": "memory", "cloud-transport": "embedded",
        "onboarding-order": isCards ? "email-first" : "name-first",
        "route-model": isStraight ? "straight-line" : "street-grid",
        "dropoff-ranking": isNearest ? "nearness" : "match",
        "ride-options-layout": isCards ? "cards" : "table",
        "notification-service": isBanner ? "banner" : "line",
      ]
    }
  }

  @Test func `A thousand containers at once each have the variants that they were given`()
    async throws
  {
    let right = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 {
        group.addTask { try await Self.behaves(Choice(number: number)) }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(right == 1_000)
  }

  /// Opens all scopes with the choice, and returns whether each of them behaves like it.
  @concurrent
  private static func behaves(_ choice: Choice) async throws -> Bool {
    let machine = try TestMachine()
    let flags = choice.variants.map { "\($0)=\($1)" }
    let container = try machine.openProcessScope(flags: flags)
    let scope = container.openRiderScope(of: .johnny)
    let rider = scope.container
    let chosenModel = routeModel.make(in: rider.flagScope)(container.embeddedCloud)
    _ = (scope.signedIn, scope.sharing)
    let variants = [Feature].all.variants(in: rider.flagScope)
    return choice.variants.allSatisfy { variants[$0.key] == $0.value }
      && (placeRanking.make(in: rider.flagScope) == .nearness) == choice.isNearest
      && rideOptionsLayout.make(in: rider.flagScope) is CardRideOptionsLayout == choice.isCards
      && chosenModel is StraightLineRouteModel == choice.isStraight
  }
}
