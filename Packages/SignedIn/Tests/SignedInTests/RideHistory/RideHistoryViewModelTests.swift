import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct RideHistoryViewModelTests {
  @Test func `The history is loaded, also after a failure`() async {
    let error = CloudError.unreachable(reason: "no route")
    let model = RideHistoryViewModel(
      rideRemoteAPI: FakeRideRemoteAPI(rides: [.failure(error), .success(.sample())]),
      knownRides: KnownRides())

    await model.load(limit: 10)
    #expect(model.phase == .failed(error))
    #expect(model.rides == [])
    await model.load(limit: 10)

    #expect(model.rides == [.sample()])
  }
}
