import Basics
import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct GettingLocationViewModelTests {
  private final class Recorder: PickupLocatedResponder, RideAcceptedResponder {
    var located: [Location] = []
    var accepted: [Ride] = []

    func pickupLocated(at location: Location) { located.append(location) }
    func rideAccepted(_ ride: Ride) { accepted.append(ride) }
  }

  private let recorder = Recorder()
  private let noRide = CloudError.refused(ErrorResponse(.notFound, message: "No ride.").error)

  @Test func `A failure offers a retry, which may succeed`() async {
    let failure = FileError(.corrupt, path: "/location", reason: "no location in it")
    let model = GettingLocationViewModel(
      locator: ScriptedLocator([.failure(failure), .success(.operaHouse)]),
      rideRemoteAPI: FakeRideRemoteAPI(), responder: nil)

    await model.locate()
    #expect(model.phase == .failed(failure.problem))
    await model.locate()

    #expect(model.phase == .located(.operaHouse))
  }

  @Test func `Without a ride the trip starts at the rider's location`() async {
    let model = makeModel(ride: .failure(noRide))

    await model.begin()

    #expect(model.phase == .located(.operaHouse))
    #expect(recorder.located == [.operaHouse])
    #expect(recorder.accepted == [])
  }

  @Test func `A ride that is under way is continued`() async {
    let model = makeModel(ride: .success(.sample()))

    await model.begin()

    #expect(model.phase == .underway(.sample()))
    #expect(recorder.accepted == [.sample()])
    #expect(recorder.located == [])
  }

  @Test func `An unknown current ride is an error`() async {
    let error = CloudError.unreachable(reason: "no route")
    let model = makeModel(ride: .failure(error))

    await model.begin()

    #expect(model.phase == .failed(error.problem))
    #expect(recorder.located == [])
  }

  private func makeModel(ride: Result<Ride, CloudError>) -> GettingLocationViewModel {
    GettingLocationViewModel(
      locator: ScriptedLocator([.success(.operaHouse)]),
      rideRemoteAPI: FakeRideRemoteAPI(rides: [ride]), responder: recorder)
  }
}
