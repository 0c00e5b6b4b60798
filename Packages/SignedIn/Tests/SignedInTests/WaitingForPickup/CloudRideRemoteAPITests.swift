import Basics
import Core
import CoreTesting
import Testing

@testable import SignedIn

struct CloudRideRemoteAPITests {
  /// The ride as a cloud tells it to a client that has its ways.
  private func short(_ ride: Ride) throws -> Result<CloudResponse, CloudTransportError> {
    var members = try #require(try ride.json.object)
    (members["route"], members["approach"]) = (.null, .null)
    return .success(try .document(JSON.object(members)))
  }

  @Test(arguments: [RideState.requested, .arrived, .onTrip, .completed])
  func `A known ride is renewed without its ways`(state: RideState) async throws {
    let ride = Ride.sample(state: state)
    let transport = ScriptedCloudTransport([try short(ride)])
    let api = CloudRideRemoteAPI(client: CloudClient(transport: transport), session: .johnny)

    let newest = try await api.newest(.sample(state: .requested))

    #expect(newest == ride)
    #expect(await transport.requests.map(\.query) == [["ways": "false"]])
  }

  @Test func `The whole ride is read when its car comes another way`() async throws {
    let ride = Ride.sample(state: .accepted)
    let transport = ScriptedCloudTransport([try short(ride), .success(try .document(ride))])
    let api = CloudRideRemoteAPI(client: CloudClient(transport: transport), session: .johnny)

    let newest = try await api.newest(.sample(state: .requested))

    #expect(newest == ride)
    #expect(await transport.requests.map(\.query) == [["ways": "false"], [:]])
  }

  @Test func `A cloud that tells the ways nevertheless is not asked twice`() async throws {
    let ride = Ride.sample(state: .accepted)
    let transport = ScriptedCloudTransport([.success(try .document(ride))])
    let api = CloudRideRemoteAPI(client: CloudClient(transport: transport), session: .johnny)

    #expect(try await api.newest(.sample(state: .requested)) == ride)
    #expect(await transport.requests.count == 1)
  }
}
