import Core
import CoreTesting
import FeatureFlags
import FeatureFlagsTesting
import FoundationEssentials
import Testing

@testable import koober

struct ConversionObserverTests {
  private let recorder = RecordedEvents()

  /// The conversions when an endpoint has answered twice.
  private func conversions<Parameters, Body, Response>(
    of endpoint: Endpoint<Parameters, Body, Response>, answering response: Response
  ) -> [ExperimentEvent] {
    let observer = ConversionObserver(flagScope: scope)
    for _ in 0..<2 { observer.received(response, of: endpoint) }
    return recorder.events.filter { if case .conversion = $0.kind { true } else { false } }
  }

  private var scope: FlagScope {
    FlagScope(
      flags: LayeredProvider([]), context: EvaluationContext(targetingKey: "ada"),
      recorder: recorder, eventFactory: .counting())
  }

  private func history(_ state: RideState) -> RideList {
    RideList(rides: [ride("r7", state), ride("r6", .completed)])
  }

  private func ride(_ id: String, _ state: RideState) -> Ride {
    Ride(
      id: Identifier(id), state: state,
      request: RideRequest(
        pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee),
      price: Money(currency: "AUD", minorUnits: 1250), requestedAt: Date(timeIntervalSince1970: 5),
      car: nil, driver: nil, secondsUntilPickup: nil, secondsUntilDropoff: nil, route: [])
  }

  @Test func `A ride that is seen completed is recorded with its fare and its own identifier`() {
    let event = ExperimentEvent(
      id: "ride_completed-r7", subject: "ada", milliseconds: 0,
      kind: .conversion(name: "ride_completed", value: 1250))
    let completed = ride("r7", .completed)

    #expect(conversions(of: CloudAPI.ride, answering: completed) == [event, event])
    #expect(conversions(of: CloudAPI.currentRide, answering: completed).count == 4)
  }

  @Test func `A ride that the stream shows completed is recorded when it is the rider's own`() {
    let observer = ConversionObserver(flagScope: scope)
    for isOwn in [true, false] {
      observer.received(.ride(LiveRide(isOwn: isOwn, ride: ride("r7", .completed))))
    }

    #expect(recorder.events.map(\.id) == ["ride_completed-r7"])
  }

  @Test func `A ride whose end was not seen counts when it is the newest of the history`() {
    let event = ExperimentEvent(
      id: "ride_completed-r7", subject: "ada", milliseconds: 5000,
      kind: .conversion(name: "ride_completed", value: 1250))

    #expect(
      conversions(of: CloudAPI.rideHistory, answering: history(.completed)) == [event, event])
  }

  @Test(arguments: RideState.allCases.filter { $0 != .completed })
  func `Another ride is not`(state: RideState) {
    #expect(conversions(of: CloudAPI.ride, answering: ride("r7", state)) == [])
    #expect(conversions(of: CloudAPI.rideHistory, answering: history(state)) == [])
  }

  @Test func `A client tells of what it has read, and of no error`() async throws {
    let transport = ScriptedCloudTransport([
      .success(try .refusal(.notFound)), .success(try .document(ride("r7", .completed))),
    ])
    let client = CloudClient(
      transport: transport, observer: ConversionObserver(flagScope: scope))
    let parameters = RideReading(ride: Identifier("r7"))

    await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.ride, parameters: parameters)
    }
    #expect(recorder.events == [])
    _ = try await client.call(CloudAPI.ride, parameters: parameters)

    #expect(recorder.events.map(\.id) == ["ride_completed-r7"])
  }
}
