import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct RideOptionPickerViewModelTests {
  private final class Recorder: RideOptionSelectedResponder {
    var selected: [RideOption] = []

    func rideOptionSelected(_ option: RideOption) {
      selected.append(option)
    }
  }

  private let recorder = Recorder()
  private let clock = ManualWallClock()
  private let repository: CachedRideOptionRepository

  init() {
    repository = CachedRideOptionRepository(wallClock: clock)
  }

  @Test func `The options are loaded and one of them is chosen`() async {
    let model = makeModel(FakeRideRemoteAPI())

    await model.load()
    #expect(model.selected == nil)
    model.select(.wallaroo)

    #expect(model.options == RideOption.samples)
    #expect(model.selected == .wallaroo)
    #expect(recorder.selected.map(\.id) == [.wallaroo])
  }

  @Test func `A failure offers a retry and is not remembered`() async {
    let error = CloudError.unreachable(reason: "no route")
    let model = makeModel(
      FakeRideRemoteAPI(options: [.failure(error), .success(RideOption.samples)]))

    await model.load()
    #expect(model.phase == .failed(error))
    await model.load()

    #expect(model.phase == .loaded(RideOption.samples))
  }

  @Test func `Nothing can be chosen before it is loaded`() {
    let model = makeModel(FakeRideRemoteAPI())

    model.select(.wallaroo)

    #expect(model.selected == nil)
    #expect(recorder.selected == [])
  }

  @Test func `The options of a trip are asked for once`() async {
    let rideRemoteAPI = FakeRideRemoteAPI()

    await makeModel(rideRemoteAPI).load()
    await makeModel(rideRemoteAPI).load()

    #expect(rideRemoteAPI.optionLoads == 1)
  }

  @Test func `Options of a minute ago are asked for again`() async {
    let rideRemoteAPI = FakeRideRemoteAPI()

    await makeModel(rideRemoteAPI).load()
    clock.advance(by: .seconds(59))
    await makeModel(rideRemoteAPI).load()
    #expect(rideRemoteAPI.optionLoads == 1)
    clock.advance(by: .seconds(1))
    await makeModel(rideRemoteAPI).load()

    #expect(rideRemoteAPI.optionLoads == 2)
  }

  private func makeModel(_ rideRemoteAPI: FakeRideRemoteAPI) -> RideOptionPickerViewModel {
    RideOptionPickerViewModel(
      dependency: .init(
        rideRemoteAPI: rideRemoteAPI, rideOptionRepository: repository, responder: recorder),
      payload: Trip(pickup: .operaHouse, dropoff: .appleStore))
  }
}
