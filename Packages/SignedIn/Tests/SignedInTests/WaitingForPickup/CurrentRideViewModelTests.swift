import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct CurrentRideViewModelTests {
  private final class Responder: RideAcceptedResponder {
    private(set) var rides: [Identifier<Ride>] = []

    func rideAccepted(_ ride: Ride) {
      rides.append(ride.id)
    }
  }

  private static let noRide = CloudError.refused(
    ErrorResponse(.notFound, message: "There is no current ride.").error)
  private let responder = Responder()
  private let cloud = StreamingCloudTransport()
  private let clock = ManualWallClock()

  @Test func `Arriving, waiting and the end are announced once each`() async {
    let states: [RideState] = [
      .requested, .accepted, .accepted, .arriving, .arriving, .arrived, .onTrip, .onTrip,
      .completed,
    ]

    let told = await news(of: states.map { .success(.sample(state: $0)) })

    #expect(told.count == 3)
    #expect(told[0].contains("almost there"))
    #expect(told[1].contains("is waiting for you"))
    #expect(told[2] == "You have arrived.")
  }

  @Test func `What was so before the program began is no news`() async {
    #expect(await news(of: [.success(.sample(state: .arrived))]) == [])
  }

  @Test func `A ride that was requested elsewhere is found and announced`() async {
    let told = await news(of: [
      .failure(Self.noRide), .success(.sample(state: .arrived)), .success(.sample(state: .arrived)),
    ])

    #expect(told.count == 1)
    #expect(responder.rides.count == 2)
  }

  @Test func `A cloud that does not answer changes nothing`() async {
    let model = makeModel([
      .success(.sample(state: .onTrip)), .failure(.unreachable(reason: "no route")),
    ])
    await model.refresh()
    let status = model.status

    await model.refresh()

    #expect(model.status == status)
    #expect(status?.text.hasPrefix("On your way with ") == true)
    #expect(model.farewell?.text.contains("koober ride status --watch") == true)
  }

  @Test func `A state that a newer one has overtaken is dropped, from wherever it comes`() async {
    let model = makeModel([.success(.sample(state: .arrived))])
    var told: [String] = []
    model.announce = { told.append($0) }
    model.show(.sample(state: .accepted))
    model.knownRides.renew(.sample(state: .cancelled))

    await model.refresh()

    #expect(model.status?.text == "The ride was cancelled")
    #expect(told == [])
  }

  @Test func `What a screen has learned is announced at once`() async {
    let model = makeModel([])
    var told: [String] = []
    model.announce = { told.append($0) }
    model.show(.sample(state: .requested))
    for state in [RideState.arriving, .arriving, .completed] {
      model.knownRides.renew(.sample(state: state))
    }

    #expect(told == ["Ruby is almost there.", "You have arrived."])
    #expect(model.status?.text == "You have arrived")
  }

  @Test func `An answer about a ride that is no longer the current one is dropped`() async throws {
    let gate = Gate()
    let model = CurrentRideViewModel(
      knownRides: KnownRides(),
      rideRemoteAPI: FakeRideRemoteAPI(rides: [.failure(Self.noRide)], statusGate: gate),
      liveEvents: .none(), responder: responder)
    let refreshing = Task { await model.refresh() }
    try await gate.waitForArrival()
    model.show(.sample(state: .requested))
    await gate.open()
    try await refreshing.outcome("the end of the refresh")

    #expect(model.status?.text.hasPrefix("Looking for a driver") == true)
  }

  @Test func `A state of the rider's own ride is told as it comes`() async throws {
    let model = makeModel([.failure(Self.noRide)], events: .pushed(by: cloud, clock: clock))
    let news = follow(model)
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.shared(.sample(id: "ride-2", state: .arrived)))
    try cloud.push(.own(.sample(id: "ride-3", state: .completed)))
    try cloud.push(.own(.sample(state: .accepted)))
    try cloud.push(.own(.sample(state: .arriving)))
    #expect(try await news.next("an announcement") == "Ruby is almost there.")
    try cloud.push(.own(.sample(state: .completed)))
    #expect(try await news.next("an announcement") == "You have arrived.")

    #expect(responder.rides == [Identifier("ride-1"), Identifier("ride-1")])
    #expect(model.knownRides[Identifier("ride-2")] == nil)
    #expect(model.knownRides[Identifier("ride-3")]?.state == .completed)
    #expect(model.status?.text == "You have arrived")
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A position moves the car in the status`() async throws {
    let model = makeModel([.success(.sample())], events: .pushed(by: cloud, clock: clock))
    let news = follow(model)
    try await cloud.waitForStreams(opened: 1)
    let before = model.status
    let change = NextChange { _ = model.status }

    try cloud.push(.position(.appleStore(of: "ride-2")))
    try cloud.push(.position(.appleStore()))
    try await change.happens()

    #expect(model.knownRides[Identifier("ride-1")] == .sample().moved(to: .appleStore()))
    #expect(model.status != before)
    withExtendedLifetime(news) {}
  }

  @Test func `A break with losses makes it ask for the ride`() async throws {
    let model = makeModel(
      [.failure(Self.noRide), .success(.sample(state: .arrived))],
      events: .pushed(by: cloud, clock: clock))
    let news = follow(model)
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.reset([]))

    #expect(try await news.next("an announcement")?.contains("is waiting for you") == true)
  }

  @Test func `Without a stream the ride is asked for at intervals`() async throws {
    let model = makeModel(
      [.success(.sample(state: .onTrip)), .success(.sample(state: .completed))],
      events: .none(clock))
    let news = follow(model)
    try await clock.waitForSleepers()

    clock.advance(by: CurrentRideViewModel.refreshInterval)

    #expect(try await news.next("an announcement") == "You have arrived.")
    #expect(model.status?.text == "You have arrived")
  }

  @Test func `Without a ride there is nothing to say`() async {
    let model = makeModel([.failure(Self.noRide)])

    await model.refresh()

    #expect(model.status == nil)
    #expect(model.farewell == nil)
  }

  private func news(of rides: [Result<Ride, CloudError>]) async -> [String] {
    let model = makeModel(rides)
    var told: [String] = []
    model.announce = { told.append($0) }
    for _ in rides { await model.refresh() }
    return told
  }

  /// Follows a ride as long as the announcements, which it returns, are held.
  private func follow(_ model: CurrentRideViewModel) -> AsyncStream<String> {
    let (news, announcement) = AsyncStream<String>.makeStream()
    let following = Task { await model.follow { announcement.yield($0) } }
    announcement.onTermination = { _ in following.cancel() }
    return news
  }

  private func makeModel(
    _ rides: [Result<Ride, CloudError>], events: LiveEvents = .none()
  ) -> CurrentRideViewModel {
    CurrentRideViewModel(
      knownRides: KnownRides(), rideRemoteAPI: FakeRideRemoteAPI(rides: rides),
      liveEvents: events, responder: responder)
  }
}
