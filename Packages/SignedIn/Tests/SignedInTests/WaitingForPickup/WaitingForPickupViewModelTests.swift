import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct WaitingForPickupViewModelTests {
  private let clock = ManualWallClock()
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `The ride is renewed once its state is old`() async throws {
    let model = makeModel([.success(.sample(state: .arrived, secondsUntilPickup: nil))])

    let following = Task { await model.followNext {} }
    defer { following.cancel() }
    try await clock.waitForSleepers()
    #expect(model.ride.state == .accepted)
    clock.advance(by: WaitingForPickupViewModel.refreshInterval)
    try await clock.waitForSleepers()

    #expect(model.ride.state == .arrived)
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

    await model.cancel()

    #expect(model.ride.state == .cancelled)
    #expect(!model.isCancelling)
  }

  @Test func `A refused cancellation is reported until the ride ends`() async {
    let refusal = CloudError.refused(ErrorResponse(.rideNotCancellable, message: "On trip.").error)
    let model = makeModel(
      [.success(.sample(state: .onTrip)), .success(.sample(state: .completed))],
      cancellation: .failure(refusal))

    await model.cancel()
    #expect(model.failure == refusal)
    #expect(model.ride.state == .accepted)
    await model.refresh()
    #expect(model.failure == refusal)
    await model.refresh()

    #expect(model.failure == nil)
  }

  @Test func `A cancellation without an answer is reported until the ride is renewed`() async {
    let unanswered = CloudError.unanswered(reason: "the connection was cut")
    let model = makeModel(
      [.failure(unreachable), .success(.sample(state: .arriving))],
      cancellation: .failure(unanswered))

    await model.cancel()
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
    of ride: Ride = .sample()
  ) -> WaitingForPickupViewModel {
    WaitingForPickupViewModel(
      dependency: .init(
        rideRemoteAPI: FakeRideRemoteAPI(rides: answers, cancellation: cancellation),
        knownRides: KnownRides(), wallClock: clock, responder: nil),
      payload: ride)
  }
}
