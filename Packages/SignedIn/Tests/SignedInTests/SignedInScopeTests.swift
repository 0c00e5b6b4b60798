import Composition
import Core
import CoreTesting
import FeatureTesting
import ScopeTesting
import Terminal
import Testing

@testable import SignedIn

/// The rules that hold in every scope of a session.
struct SignedInScopeTests {
  @Test(arguments: signedIn.proofs)
  func `The scope keeps its rules`(proof: ScopeProof) async throws { try await proof.check() }

  private static let signedIn = ScopeUnderTest(
    of: "SignedIn", flags: .signedIn,
    variants: SignedInVariants.all(
      placeRanking: ["makeRideFlow", "places search"],
      rideOptionsLayout: ["makeRideFlow", "scene pickMeUp", "ride options"]),
    holds: [CachedRideOptionRepository.self, KnownRides.self],
    several: PickMeUpScopeTests.several + [CloudRideRemoteAPI.self],
    parent: {
      // Its streams stay open until they are left.
      try TestDependencies(
        cloud: $0.ports.recording(StreamingCloudTransport(RoutedCloudTransport.signedIn)),
        flagScope: $0.flagScope,
        services: $0.services
      ).double
    },
    open: { SignedInContainer(dependencies: $0) }, makers: models + screens + commands)

  private static let models: [Maker<SignedInContainer>] = [
    .make("makeRideRemoteAPI") { $0.container.makeRideRemoteAPI() },
    .make("makePlaceResolver") { $0.container.makePlaceResolver(near: nil) },
    .make("makePickMeUpContainer") {
      $0.container.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
    },
    .make("makeGettingLocationViewModel") { $0.container.makeGettingLocationViewModel() },
    .make("makeMapViewModel") {
      try await $0.container.makeMapViewModel(from: .location(.operaHouse), to: nil)
    },
    .make("makeProfileViewModel") { $0.container.makeProfileViewModel() },
    .factory("makeWaitingForPickupViewModelFactory") {
      let factory = $0.container.makeWaitingForPickupViewModelFactory()
      return { factory.create(payload: .sample()) }
    },
  ]

  private static let screens: [Maker<SignedInContainer>] = [
    .make("makeProfileForm") { $0.container.makeProfileForm(navigator: $0.navigator) },
    .make("makePasswordForm") {
      $0.container.makePasswordForm(telling: AccountNews(), navigator: $0.navigator)
    },
    .make("makeDeletionForm") { $0.container.makeDeletionForm(navigator: $0.navigator) },
    .make("makeTipForm") {
      $0.container.makeTipForm(.sample(state: .completed), navigator: $0.navigator)
    },
    .make("makeMenu") { $0.container.makeMenu() },
    .make("makeShortcuts") { $0.container.makeShortcuts() },
    .make("makeDestination") {
      let flow = $0.keeping($0.container.makeRideFlow(navigator: $0.navigator) { _ in [] })
      let rides = $0.container.makeDestination(reopening: SignedInScene.rides, for: flow)
      return [
        MenuItem(.enter, "Rides", to: rides ?? $0.container.makeDestination(.rides, for: nil))
      ]
    },
    scene(.gettingLocation), scene(.profileForm), scene(.deletionForm),
    scene(.map(MapSnapshot(pickup: Waypoint(.operaHouse), dropoff: nil, cars: [], route: []))),
    scene(
      .pickMeUp(PickMeUpSetup(pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore))),
      [.sees("Wallaroo")]),
    scene(.profile, [.presses(.character("v")), .sees("last used")]),
    scene(.rides, [.sees("Apple Store"), .presses(.enter), .sees("Koober - Receipt")]),
    scene(
      .rides, [.sees("Apple Store")],
      follows: [.ride(LiveRide(isOwn: true, ride: .sample(state: .cancelled)))]),
    scene(
      .ride(.sample()), [.sees("Apple Store")],
      follows: [
        .ride(LiveRide(isOwn: true, ride: .sample(state: .cancelled))),
        .position(RidePosition(.sample(state: .arriving, secondsUntilPickup: 33))),
      ]),
    scene(.tipForm(.sample(state: .completed)), [.types("3.50"), .presses(.enter)]),
    scene(.sessions, [.sees("last used")]),
    scene(
      .passwordForm,
      [
        .types("old password"), .presses(.enter), .types("a new password"), .presses(.enter),
        .types("a new password"), .presses(.enter),
      ]),
    .flow("makeRideFlow", [.sees("3 cars nearby.")] + PickMeUpScopeTests.choice(sleepers: 4)) {
      let flow = $0.container.makeRideFlow(navigator: $0.navigator) { _ in [] }
      $0.navigator.menu = $0.container.makeMenu(for: flow)
      $0.navigator.statusProviders = [flow.statusProvider]
      return (flow, flow.run(on:))
    },
  ]

  private static func scene(
    _ scene: SignedInScene, _ walk: [Step] = [], follows events: [RiderEvent] = []
  ) -> Maker<SignedInContainer> {
    .scene(scene, walk, follows: events) { SignedInVisit($0, nil) }
  }

  private static let commands: [Maker<SignedInContainer>] = .commands(
    [
      .signOut, .profile, .account, .location, .ride(completing: .none), .map(completing: .none),
      .places(importer: Command("import", summary: "Import nothing.") { _, _ in }),
    ],
    [
      ["sign-out"], ["profile"], ["account", "edit", "--nickname", "J"], ["account", "sessions"],
      CommandLineInput(
        ["account", "password"], answers: ["old password", "a new password", "a new password"]),
      ["account", "revoke", "other"], ["account", "export"],
      CommandLineInput(["account", "delete", "--yes"], answers: ["a password"]),
      ["location", "show"], ["location", "set", "-33.8587,151.2140"], ["location", "clear"],
      ["places", "search", "opera"], ["places", "search", "apple"], ["places", "saved"],
      ["places", "save", "home", "-33.8587,151.2140"], ["places", "forget", "home"],
      ["places", "import"], ["ride", "options", "--to", "Apple Store"],
      ["ride", "options", "--to", "Apple Store", "--json"],
      ["ride", "request", "--to", "Apple Store", "--option", "wallabee", "--yes"],
      ["ride", "status", "ride-1"], ["ride", "cancel", "ride-1", "--yes"], ["ride", "history"],
      ["ride", "rate", "5", "ride-1"], ["ride", "tip", "2", "ride-1"], ["ride", "block", "ride-1"],
      ["ride", "unblock", "ride-1"],
      CommandLineInput(["map"], keys: [.character("q")]),
    ]
  ) {
    TestContext(console: $1, container: $0, knownPlaces: $0.dependencies.places)
  }
}

/// The implementations of the variants of a signed-in rider.
enum SignedInVariants {
  static func all(
    placeRanking ranked: Set<String>, rideOptionsLayout laidOut: Set<String>
  ) -> [VariantTable] {
    [
      .of(placeRanking, ["match": "match", "nearness": "nearness"], metIn: ranked),
      .of(
        rideOptionsLayout,
        ["table": "TableRideOptionsLayout()", "cards": "CardRideOptionsLayout()"], metIn: laidOut),
    ]
  }
}
