import Composition
import Core
import CoreTesting
import FeatureTesting
import ScopeTesting
import Terminal
import Testing

@testable import SignedIn

/// The rules that hold in the scope of every pick-up.
struct PickMeUpScopeTests {
  @Test(arguments: pickUp.proofs)
  func `The scope keeps its rules`(proof: ScopeProof) async throws { try await proof.check() }

  /// From the map over a search to the kinds of ride.
  ///
  /// - Parameter sleepers: How many tasks wait for time to pass once the search is among them.
  static func choice(sleepers: Int = 3) -> [Step] {
    [
      .presses(.enter), .types("opera"), .waits(.seconds(1), sleepers: sleepers),
      .sees("Opera Bar"), .presses(.enter), .sees("Wallaroo"), .presses(.down, .enter),
      .sees("Request this ride?"),
    ]
  }

  /// The pick-up and the drop-off are both looked for.
  static let several: [Any.Type] = [DropoffLocationPickerViewModel.self, PlacePanel.self]

  private static let pickUp = ScopeUnderTest(
    of: "SignedIn", flags: .signedIn,
    variants: SignedInVariants.all(
      placeRanking: ["makePickMeUpScreen"],
      rideOptionsLayout: ["makePickMeUpScreen", "makePickMeUpScreen, two trips"]),
    holds: [CloudRideRemoteAPI.self], several: several,
    parent: {
      SignedInContainer(
        dependencies: try TestDependencies(
          cloud: $0.ports.recording(RoutedCloudTransport.signedIn), flagScope: $0.flagScope,
          services: $0.services
        ).double)
    },
    open: { $0.makePickMeUpContainer(pickup: Waypoint(.operaHouse)) }, makers: makers)

  private static let makers: [Maker<PickMeUpContainer>] = [
    .make("makeNearbyCars") { $0.container.makeNearbyCars() },
    .make("makePickMeUpViewModel") { $0.container.makePickMeUpViewModel() },
    .make("makeDropoffLocationPickerViewModel") {
      $0.container.makeDropoffLocationPickerViewModel(
        responder: $0.keeping($0.container.makePickMeUpViewModel()))
    },
    .factory("makeRideOptionPickerViewModelFactory") {
      let model = $0.keeping($0.container.makePickMeUpViewModel())
      let factory = $0.container.makeRideOptionPickerViewModelFactory(responder: model)
      return { factory.create(payload: Trip(pickup: .operaHouse, dropoff: .appleStore)) }
    },
    // The options of each trip are those of no other.
    .make(
      "makePickMeUpScreen, two trips",
      [
        .sees("3 cars nearby."), .presses(.enter), .types("-33.87,151.21"), .presses(.enter),
        .sees("Wallaroo"), .presses(.escape, .control("u")),
        .types("-33.88,151.2"), .presses(.enter), .sees("Wallaroo"),
      ]
    ) {
      $0.container.makePickMeUpScreen(
        responder: $0.keeping(AcceptedRides()), profile: .johnny, navigator: $0.navigator)
    },
    .make("makePickMeUpScreen", [.sees("3 cars nearby.")] + choice()) {
      $0.container.makePickMeUpScreen(
        responder: $0.keeping(AcceptedRides()), profile: .johnny, navigator: $0.navigator)
    },
  ]

  private final class AcceptedRides: RideAcceptedResponder {
    func rideAccepted(_ ride: Ride) {}
  }
}
