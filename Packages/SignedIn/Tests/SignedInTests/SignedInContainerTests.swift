import Basics
import BasicsTesting
import Composition
import Console
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct SignedInContainerTests {
  private let options = RideOptionList(options: RideOption.samples)

  @Test func `The next rider finds no saved place of the one before`() throws {
    let folder = try TemporaryFolder()
    let scopes = [UserSession.johnny, .sample(of: .ada)].map { session in
      SignedInContainer(
        dependencies: TestDependencies(
          cloud: RideInCloud().cloud, savedPlacesFile: folder.path(of: "places.json"),
          session: session
        ).double)
    }

    try scopes[0].savedPlaces.save(Waypoint(.operaHouse), as: .home)

    #expect(try scopes[0].savedPlaces.place(.home) == Waypoint(.operaHouse))
    #expect(try scopes[1].savedPlaces.place(.home) == nil)
  }

  /// A trip to the Apple Store from where the rider is.
  private func flow(_ container: SignedInContainer) async throws -> PickMeUpFlow {
    try await PickMeUpFlow(container: container, from: nil, to: .location(.appleStore))
  }

  @Test func `A request command asks for options, confirms and sends`() async throws {
    let dependencies = TestDependencies([
      try .document(options), try .document(Ride.sample(), status: 201),
    ])
    let container = SignedInContainer(dependencies: dependencies.double)
    var quotes: [RideQuote] = []

    let outcome = try await flow(container).request(
      .kangaroo, idempotencyKey: "my-key", on: .silent
    ) { quote in
      quotes.append(quote)
      return true
    }

    #expect(outcome == .requested(.sample()))
    #expect(quotes.map(\.option.id) == [.kangaroo])
    #expect(quotes.map(\.request.pickup) == [Waypoint(.operaHouse)])
    #expect(await dependencies.transport.requests.map(\.idempotencyKey) == [nil, "my-key"])
  }

  @Test func `A request whose quote has expired is confirmed again, and may be declined`()
    async throws
  {
    let dependencies = TestDependencies([
      try .document(options), try .refusal(.quoteExpired, message: "Too late."),
      try .document(RideOptionList(options: RideOption.samples(quoted: "second", cents: 1250))),
    ])
    let container = SignedInContainer(dependencies: dependencies.double)
    var quotes: [RideQuote] = []

    let outcome = try await flow(container).request(
      .kangaroo, idempotencyKey: nil, on: .silent
    ) { quote in
      quotes.append(quote)
      return quotes.count < 2
    }

    #expect(outcome == .unconfirmed(try #require(quotes.last)))
    #expect(quotes.map(\.expiredPrice?.minorUnits) == [nil, 1000])
    #expect(
      await dependencies.transport.requests.map(\.path)
        == [["ride-options"], ["rides"], ["ride-options"]])
  }

  @Test func `A request that the rider declines is not sent`() async throws {
    let dependencies = TestDependencies([try .document(options)])
    let container = SignedInContainer(dependencies: dependencies.double)

    let outcome = try await flow(container).request(.wallabee, idempotencyKey: nil, on: .silent) {
      _ in false
    }

    guard case .unconfirmed(let quote) = outcome else {
      Issue.record("the ride was requested")
      return
    }
    #expect(quote.option.id == .wallabee)
    #expect(await dependencies.transport.requests.count == 1)
  }

  @Test func `A refused request is the command's error`() async throws {
    let dependencies = TestDependencies([
      try .document(options), try .refusal(.rideUnderway, message: "You have a ride."),
    ])
    let container = SignedInContainer(dependencies: dependencies.double)

    let error = await #expect(throws: CloudError.self) {
      try await flow(container).request(.wallabee, idempotencyKey: nil, on: .silent) { _ in true }
    }

    #expect(error?.problem.code == "rideUnderway")
  }

  @Test(arguments: [
    "johnny@gmail.com", "ada@example.org", "ada@example.com", "ada@koober.test", "ada@localhost",
  ])
  func `The cloud is asked, whoever the rider is`(email: String) async throws {
    let rider = RiderProfile(
      id: Identifier("ada"), name: "Ada", nickname: "Ada", email: email, mobileNumber: "0491570156")
    let dependencies = TestDependencies(
      [try .document(PlaceList(places: [.appleStore])), try .document(options)],
      session: .sample(of: rider))
    let container = SignedInContainer(dependencies: dependencies.double)

    let flow = try await PickMeUpFlow(container: container, from: nil, to: .text("Apple Store"))

    #expect(flow.dropoff == Waypoint(.appleStore, name: "Apple Store"))
    #expect(await dependencies.transport.requests.map(\.path) == [["places"], ["ride-options"]])
  }

  @Test(arguments: [0, 2])
  func `A ride is followed until it has ended, over failures that pass`(failures: Int) async throws
  {
    let dependencies = TestDependencies(
      [try .document(Ride.sample(state: .onTrip))]
        + Array(repeating: try .refusal(.tryAgainLater), count: failures)
        + [try .document(Ride.sample(state: .completed))])
    let container = SignedInContainer(dependencies: dependencies.double)
    let ride = try await container.makeRideRemoteAPI().currentRide()
    var states: [RideState] = []

    let following = Task {
      try await RideCommandFlow(ride, in: container).follow { _ in
      } show: {
        states.append($0.state)
      }
    }
    defer { following.cancel() }
    for _ in 0...failures {
      try await dependencies.clock.waitForSleeper(of: WaitingForPickupViewModel.refreshInterval)
      dependencies.clock.advance(by: .seconds(1))
    }
    try await bounded("the end of the following") { try await following.value }

    #expect(states == [.onTrip, .completed])
  }

  @Test func `What a stream tells after an outage is shown`() async throws {
    let transport = ScriptedCloudTransport([
      .success(try .document(Ride.sample(state: .accepted))),
      .success(try .refusal(.tryAgainLater)),
    ])
    let cloud = StreamingCloudTransport(transport)
    let dependencies = TestDependencies(cloud: cloud)
    let container = SignedInContainer(dependencies: dependencies.double)
    let ride = try await container.makeRideRemoteAPI().currentRide()
    var shown: [Ride] = []
    let following = Task {
      try await RideCommandFlow(ride, in: container).follow { _ in
      } show: {
        shown.append($0)
      }
    }
    defer { following.cancel() }
    try await cloud.waitForStreams(opened: 1)
    cloud.end(.failure(.unreachable(reason: "no route")))
    try await dependencies.clock.waitForSleepers(2)
    dependencies.clock.advance(by: .seconds(1))
    try await cloud.waitForStreams(opened: 2)
    // The question has failed, and the next one is waited for.
    try await dependencies.clock.waitForSleeper(of: WaitingForPickupViewModel.refreshInterval)

    try cloud.push(.position(.appleStore()))
    try cloud.push(.own(.sample(state: .completed)))
    try await bounded("the end of the following") { try await following.value }

    #expect(
      shown == [
        .sample(), .sample().moved(to: .appleStore()), .sample(state: .completed),
      ])
  }

  @Test func `A ride is followed on the stream without further requests`() async throws {
    let cloud = StreamingCloudTransport(RideInCloud(.sample(state: .accepted)).cloud)
    let dependencies = TestDependencies(cloud: cloud)
    let container = SignedInContainer(dependencies: dependencies.double)
    let ride = try await container.makeRideRemoteAPI().currentRide()
    var shown: [Ride] = []
    let following = Task {
      try await RideCommandFlow(ride, in: container).follow {
        Issue.record("not renewed: \($0)")
      } show: {
        shown.append($0)
      }
    }
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.position(.appleStore()))
    try cloud.push(.own(.sample(state: .completed)))
    try await bounded("the end of the following") { try await following.value }

    #expect(
      shown == [
        .sample(), .sample().moved(to: .appleStore()), .sample(state: .completed),
      ])
    #expect(dependencies.clock.sleeperCount == 0)
  }

  @Test func `A cancellation that the rider declines is not sent`() async throws {
    let dependencies = TestDependencies([try .document(Ride.sample())])
    let container = SignedInContainer(dependencies: dependencies.double)

    let current = try await container.makeRideRemoteAPI().currentRide()

    let ride = try await RideCommandFlow(current, in: container).cancel(on: .silent) {
      _, _ in false
    }

    #expect(ride == nil)
    #expect(await dependencies.transport.requests.count == 1)
  }

  @Test func `One pick-up has one ride API, another pick-up another`() {
    let container = SignedInContainer(dependencies: TestDependencies([]).double)

    let first = container.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
    let copy = first
    let second = container.makePickMeUpContainer(pickup: Waypoint(.operaHouse))

    #expect(first.rideRemoteAPI === copy.rideRemoteAPI)
    #expect(first.rideRemoteAPI !== second.rideRemoteAPI)
  }

  #if DEBUG
    @Test func `A pick-up's scope ends before that of its session`() {
      let dependencies = TestDependencies([])
      var container: SignedInContainer? = SignedInContainer(
        dependencies: dependencies.double)
      var pickMeUp = container?.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
      #expect(dependencies.services.lifetimeMonitor.scopesAlive == ["signed in", "pick-up"])
      #expect(pickMeUp != nil)

      pickMeUp = nil
      #expect(dependencies.services.lifetimeMonitor.scopesAlive == ["signed in"])
      #expect(container != nil)
      container = nil

      #expect(dependencies.services.lifetimeMonitor.scopesAlive == [])
    }
  #endif
}

extension CommandConsole {
  fileprivate static var silent: CommandConsole {
    CommandConsole(terminal: ScriptedTerminal(.pipe), format: .text, isQuiet: true)
  }
}
