import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import SignedIn

@MainActor
struct WaitingForPickupViewModelTests {
  private let clock = ManualWallClock()
  private let cloud = StreamingCloudTransport()
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `The ride is renewed once its state is old`() async throws {
    let model = makeModel(
      [.success(.sample()), .success(.sample(state: .arrived, secondsUntilPickup: nil))])

    let following = Task { await model.follow {} }
    defer { following.cancel() }
    try await clock.waitForSleepers()
    #expect(model.ride.state == .accepted)
    clock.advance(by: WaitingForPickupViewModel.refreshInterval)
    try await clock.waitForSleepers()

    #expect(model.ride.state == .arrived)
  }

  @Test func `A state and a position are shown as they come`() async throws {
    let model = makeModel([.success(.sample())], events: .pushed(by: cloud, clock: clock))
    let (renewals, renewal) = AsyncStream<Void>.makeStream()
    let following = Task { await model.follow { renewal.yield() } }
    defer { following.cancel() }
    _ = try await renewals.next("a renewal")
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.own(.sample(state: .arriving)))
    _ = try await renewals.next("a renewal")
    #expect(model.ride == .sample(state: .arriving))
    try cloud.push(.position(.appleStore()))
    _ = try await renewals.next("a renewal")

    #expect(model.ride == .sample(state: .arriving).moved(to: .appleStore()))
    #expect(clock.sleeperCount == 0)
  }

  @Test func `Other rides are nothing to it`() async throws {
    let model = makeModel([.success(.sample())], events: .pushed(by: cloud, clock: clock))
    var renewals = 0
    let following = Task { await model.follow { renewals += 1 } }
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.own(.sample(id: "ride-2", state: .onTrip)))
    try cloud.push(.position(.appleStore(of: "ride-2")))
    try cloud.push(.friends)
    try cloud.push(.own(.sample(state: .completed)))
    try await bounded("the end of the following") { await following.value }

    #expect(model.ride == .sample(state: .completed))
    #expect(renewals == 2)
    try await cloud.waitForNoStream()
  }

  @Test func `A break with losses and a lost stream make it ask`() async throws {
    let model = makeModel(
      [
        .success(.sample()), .success(.sample(state: .onTrip)),
        .success(.sample(state: .completed)),
      ],
      events: .pushed(by: cloud, clock: clock))
    let (renewals, renewal) = AsyncStream<RideState>.makeStream()
    let following = Task { await model.follow { renewal.yield(model.ride.state) } }
    #expect(try await renewals.next("a renewal") == .accepted)
    try await cloud.waitForStreams(opened: 1)
    try cloud.push(.reset([]))
    #expect(try await renewals.next("a renewal") == .onTrip)

    cloud.end(.failure(.unreachable(reason: "no route")))
    try await clock.waitForSleepers(2)
    clock.advance(by: WaitingForPickupViewModel.refreshInterval)
    try await bounded("the end of the following") { await following.value }

    #expect(model.ride.state == .completed)
  }

  @Test func `The car's start is where it was seen first`() async {
    let accepted = Ride.sample(state: .accepted)
    let model = makeModel([.success(accepted)], of: .sample(state: .requested))
    #expect(model.carStart == nil)

    await model.refresh()

    #expect(model.carStart == accepted.car?.location)
    #expect(model.carStart != nil)
  }

  @Test func `A failure keeps the last known state and goes with the next success`() async {
    let model = makeModel([.failure(unreachable), .success(.sample(state: .onTrip))])

    await model.refresh()
    #expect(model.failure == unreachable)
    #expect(model.ride.state == .accepted)
    await model.refresh()

    #expect(model.failure == nil)
    #expect(model.ride.state == .onTrip)
  }

  @Test func `A cancelled ride is shown as such`() async {
    let model = makeModel([])

    await model.cancel(agreeingTo: 0)

    #expect(model.ride.state == .cancelled)
    #expect(!model.isCancelling)
  }

  @Test func `A refused cancellation is reported until the ride ends`() async {
    let refusal = CloudError.refused(ErrorResponse(.rideNotCancellable, message: "On trip.").error)
    let model = makeModel(
      [.success(.sample(state: .onTrip)), .success(.sample(state: .completed))],
      cancellation: .failure(refusal))

    await model.cancel(agreeingTo: 0)
    #expect(model.failure == refusal)
    #expect(model.ride.state == .accepted)
    await model.refresh()
    #expect(model.failure == refusal)
    await model.refresh()

    #expect(model.failure == nil)
  }

  @Test func `A fee that has grown is asked about with the renewed ride, and is no error`() async {
    let changed = CloudError.refused(ErrorResponse(.feeChanged, message: "AUD 5.00 now.").error)
    let fee = CancellationFee(Money(currency: "AUD", minorUnits: 500), from: .now, isDue: true)
    let model = makeModel(
      [.success(.sample(cancellationFee: fee))], cancellation: .failure(changed))

    #expect(await model.cancel(agreeingTo: 0))
    #expect(model.failure == nil)
    await model.refresh()

    #expect(model.ride.state == .accepted)
    #expect(model.ride.feeOfCancellation(at: .distantPast)?.minorUnits == 500)
  }

  @Test func `A cancellation without an answer is reported until the ride is renewed`() async {
    let unanswered = CloudError.unanswered(reason: "the connection was cut")
    let model = makeModel(
      [.failure(unreachable), .success(.sample(state: .arriving))],
      cancellation: .failure(unanswered))

    await model.cancel(agreeingTo: 0)
    await model.refresh()
    #expect(model.failure == unanswered)
    await model.refresh()

    #expect(model.failure == nil)
  }

  @Test(arguments: [
    (RideState.requested, true), (.accepted, true), (.arriving, true), (.arrived, true),
    (.onTrip, false), (.completed, false), (.cancelled, false),
  ])
  func `A ride can be cancelled until the rider is in the car`(state: RideState, isAllowed: Bool) {
    #expect(state.isCancellable == isAllowed)
  }

  private func makeModel(
    _ answers: [Result<Ride, CloudError>],
    cancellation: Result<Ride, CloudError> = .success(.sample(state: .cancelled)),
    of ride: Ride = .sample(), events: LiveEvents? = nil
  ) -> WaitingForPickupViewModel {
    WaitingForPickupViewModel(
      dependency: .init(
        rideRemoteAPI: FakeRideRemoteAPI(rides: answers, cancellation: cancellation),
        knownRides: KnownRides(), liveEvents: events ?? .none(clock), responder: nil),
      payload: ride)
  }
}
