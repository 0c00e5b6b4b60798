import Basics
import Core
import CoreTesting
import FeatureFlags
import FeatureFlagsTesting
import FoundationEssentials
import Testing

@testable import koober

struct ConversionTransportTests {
  /// Answers every request with rides, or with the only one.
  private struct RideTransport: RequestTransport {
    let rides: [Ride]
    var status = 200

    func send(_ request: CloudRequest) async -> CloudResponse {
      let body =
        request.path == ["rides"]
        ? try? JSONCoding.encode(RideList(rides: rides)) : try? JSONCoding.encode(rides[0])
      return CloudResponse(status: status, body: body ?? Data())
    }
  }

  private let recorder = RecordedEvents()

  private func send(
    _ path: String..., state: RideState, status: Int = 200
  ) async throws -> [ExperimentEvent] {
    let rides = [ride("r7", state), ride("r6", .completed)]
    let scope = FlagScope(
      flags: LayeredProvider([]), context: EvaluationContext(targetingKey: "ada"),
      recorder: recorder, eventFactory: .counting())
    let transport = ConversionTransport(
      transport: RideTransport(rides: rides, status: status), flagScope: scope)
    for _ in 0..<2 { _ = try await transport.send(CloudRequest(method: .get, path: path)) }
    return recorder.events.filter { if case .conversion = $0.kind { true } else { false } }
  }

  private func ride(_ id: String, _ state: RideState) -> Ride {
    Ride(
      id: Identifier(id), state: state,
      request: RideRequest(
        pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee),
      price: Money(currency: "AUD", minorUnits: 1250), requestedAt: Date(timeIntervalSince1970: 5),
      car: nil, driver: nil, secondsUntilPickup: nil, secondsUntilDropoff: nil, route: [])
  }

  @Test(arguments: [["rides", "r7"], ["rides", "current"]])
  func `A ride that is seen completed is recorded with its fare and its own identifier`(
    path: [String]
  ) async throws {
    let events = try await send(path[0], path[1], state: .completed)

    let event = ExperimentEvent(
      id: "ride_completed-r7", subject: "ada", milliseconds: 0,
      kind: .conversion(name: "ride_completed", value: 1250))
    #expect(events == [event, event])
  }

  @Test func `A ride whose end was not seen counts when it is the newest of the history`()
    async throws
  {
    let event = ExperimentEvent(
      id: "ride_completed-r7", subject: "ada", milliseconds: 5000,
      kind: .conversion(name: "ride_completed", value: 1250))

    #expect(try await send("rides", state: .completed) == [event, event])
  }

  @Test(arguments: RideState.allCases.filter { $0 != .completed })
  func `Another ride is not`(state: RideState) async throws {
    #expect(try await send("rides", "r7", state: state) == [])
    #expect(try await send("rides", state: state) == [])
  }

  @Test func `Neither is an error, nor another request`() async throws {
    #expect(try await send("rides", "r7", state: .completed, status: 404) == [])
    #expect(try await send("rides", "options", "r7", state: .completed) == [])
  }
}
