import Core
import CoreTesting
import Terminal
import Testing

@testable import SignedIn

@MainActor
struct PickMeUpViewModelTests {
  private let dropoff = Waypoint(.appleStore, name: "Apple Store")
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `A rider goes from the map to an accepted ride`() async {
    let rideRemoteAPI = FakeRideRemoteAPI()
    let model = makeModel(rideRemoteAPI)
    #expect(model.phase == .initial)

    model.selectDropoff()
    #expect(model.phase == .selectDropoff)
    model.placeSelected(dropoff)
    #expect(model.phase == .selectRideOption(dropoff: dropoff))
    model.rideOptionSelected(RideOption.samples[0])
    #expect(model.phase == .confirm(quote, sendError: nil))
    await model.send()

    #expect(model.phase == .accepted(.sample()))
    #expect(rideRemoteAPI.sent.map(\.request) == [quote.request])
  }

  @Test func `Nothing is sent without an explicit choice`() async {
    let rideRemoteAPI = FakeRideRemoteAPI()
    let model = makeModel(rideRemoteAPI)
    model.selectDropoff()
    model.placeSelected(dropoff)

    await model.send()

    #expect(rideRemoteAPI.sent == [])
    #expect(model.phase == .selectRideOption(dropoff: dropoff))
  }

  @Test func `A send error returns to the same confirmation, and sending again uses the same key`()
    async
  {
    let rideRemoteAPI = FakeRideRemoteAPI(rides: [.failure(unreachable), .success(.sample())])
    let model = makeConfirmingModel(rideRemoteAPI)

    await model.send()
    #expect(model.phase == .confirm(quote, sendError: unreachable))
    await model.send()

    #expect(model.phase == .accepted(.sample()))
    #expect(rideRemoteAPI.sent.count == 2)
    #expect(Set(rideRemoteAPI.sent.map(\.idempotencyKey)).count == 1)
  }

  @Test(arguments: [1000, 1250])
  func `An expired quote is renewed and has to be confirmed again`(cents: Int) async {
    let renewed = RideOption.samples(quoted: "second", cents: cents)
    let rideRemoteAPI = FakeRideRemoteAPI(
      rides: [
        .failure(.refused(ErrorResponse(.quoteExpired, message: "Too late.").error)),
        .success(.sample()),
      ], options: [.success(renewed)])
    let model = makeConfirmingModel(rideRemoteAPI)

    await model.send()

    guard case .confirm(let quote, sendError: nil) = model.phase else {
      Issue.record("\(model.phase)")
      return
    }
    #expect(quote.option == renewed[0])
    #expect(quote.expiredPrice == RideOption.samples[0].price)
    let news =
      cents == 1000
      ? "The price had expired; it has not changed."
      : "The price had expired: it was AUD 10.00 and is AUD 12.50 now."
    #expect(quote.news?.text == news)
    #expect(rideRemoteAPI.sent.map(\.request.quote?.rawValue) == ["first-wallabee"])

    await model.send()

    #expect(model.phase == .accepted(.sample()))
    #expect(
      rideRemoteAPI.sent.map(\.request.quote?.rawValue) == ["first-wallabee", "second-wallabee"])
  }

  @Test func `A quote that cannot be renewed stays with its error`() async {
    let rideRemoteAPI = FakeRideRemoteAPI(
      rides: [.failure(.refused(ErrorResponse(.quoteExpired, message: "Too late.").error))],
      options: [.failure(unreachable)])
    let model = makeConfirmingModel(rideRemoteAPI)

    await model.send()

    #expect(model.phase == .confirm(quote, sendError: unreachable))
  }

  @Test func `Another choice is another request with another key`() async {
    let rideRemoteAPI = FakeRideRemoteAPI(rides: [.failure(unreachable)])
    let model = makeConfirmingModel(rideRemoteAPI)
    await model.send()

    model.rideOptionSelected(RideOption.samples[1])
    await model.send()

    #expect(Set(rideRemoteAPI.sent.map(\.idempotencyKey)).count == 2)
    #expect(rideRemoteAPI.sent.map(\.request.option) == [.wallabee, .wallaroo])
  }

  @Test func `The drop-off can be changed until the request is sent`() async {
    let model = makeConfirmingModel(FakeRideRemoteAPI())
    let other = Waypoint(.operaHouse)

    model.selectDropoff()
    model.placeSelected(other)

    #expect(model.phase == .selectRideOption(dropoff: other))
  }

  @Test func `After the request was accepted nothing changes any more`() async {
    let rideRemoteAPI = FakeRideRemoteAPI()
    let model = makeConfirmingModel(rideRemoteAPI)
    await model.send()

    model.selectDropoff()
    model.placeSelected(dropoff)
    model.rideOptionSelected(RideOption.samples[1])
    await model.send()

    #expect(model.phase == .accepted(.sample()))
    #expect(rideRemoteAPI.sent.count == 1)
  }

  @Test func `A drop-off or a choice out of turn changes nothing`() {
    let model = makeModel(FakeRideRemoteAPI())

    model.placeSelected(dropoff)
    model.rideOptionSelected(RideOption.samples[0])

    #expect(model.phase == .initial)
  }

  @Test func `The rider's own key is sent`() async {
    let rideRemoteAPI = FakeRideRemoteAPI()
    let model = makeConfirmingModel(rideRemoteAPI)

    model.useIdempotencyKey("my-key")
    await model.send()

    #expect(rideRemoteAPI.sent.map(\.idempotencyKey) == ["my-key"])
  }

  private var quote: RideQuote {
    RideQuote(
      request: RideRequest(
        pickup: Waypoint(.operaHouse), dropoff: dropoff, option: RideOption.samples[0].id,
        quote: RideOption.samples[0].quote.id),
      option: RideOption.samples[0])
  }

  private func makeModel(_ rideRemoteAPI: FakeRideRemoteAPI) -> PickMeUpViewModel {
    PickMeUpViewModel(
      pickup: Waypoint(.operaHouse), rideRemoteAPI: rideRemoteAPI,
      randomBytes: SeededRandomBytes(), responder: nil, pickupResponder: nil)
  }

  private func makeConfirmingModel(_ rideRemoteAPI: FakeRideRemoteAPI) -> PickMeUpViewModel {
    let model = makeModel(rideRemoteAPI)
    model.selectDropoff()
    model.placeSelected(dropoff)
    model.rideOptionSelected(RideOption.samples[0])
    return model
  }
}
