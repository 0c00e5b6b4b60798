import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer

/// What a link shows to whoever has it.
struct RideLinkTests {
  @Test(arguments: [" ", "\u{A0}", "\u{2003}", "\u{3000}"])
  func `A link tells the first name alone, whatever blank follows it`(blank: String) async throws {
    try await run { stage in
      let ann = try await stage.signUp("Ann", blank: blank)
      let token = try await link(to: stage.requestRide(ann), of: ann, on: stage)

      let ride = try await stage.client.call(
        CloudAPI.linkedRide, parameters: RideLinkParameters(token: token))

      #expect(ride.name == "Ann")
    }
  }

  @Test func `A link shows the map around its ride and no other`() async throws {
    try await run { stage in
      let ann = try await stage.signUp("Ann")
      let ride = try await stage.requestRide(ann)
      let token = try await link(to: ride, of: ann, on: stage)
      let near = MapTileAddress(containing: ride.pickup.location, zoom: 14)

      for (columns, status) in [(0, 200), (-6, 200), (40, 404), (-7000, 404)] {
        let square = ["14", "\(near.x + columns)", "\(near.y)"]
        let answer = try await stage.transport.send(
          CloudRequest(method: .get, path: ["follow", token.revealed, "map"] + square))
        #expect(answer.status == status, "\(columns)")
      }
    }
  }

  @Test(arguments: StreamUnderTest.allCases)
  func `The end of a link and of its rider's account ends its streams at once`(
    kind: StreamUnderTest
  ) async throws {
    try await kind.run { stage in
      let (ann, bob) = (try await stage.signUp("Ann"), try await stage.signUp("Bob"))
      for rider in [ann, bob] {
        let ride = try await stage.requestRide(rider)
        let token = try await link(to: ride, of: rider, on: stage)
        let reader = EventReader(
          stage.transport,
          CloudRequest(method: .get, path: ["follow", token.revealed, "events"]))
        #expect(try await reader.next().id == "requested")
        if rider.profile.id == ann.profile.id {
          _ = try await stage.client.call(
            CloudAPI.revokeRideLinks, parameters: RideParameters(ride: ride.id), session: rider)
        } else {
          _ = try await stage.client.call(
            CloudAPI.deleteAccount, body: AccountDeletion(password: Secret("correct horse")),
            session: rider)
        }
        await #expect(throws: EventReader.EndError.self) { try await reader.next() }
      }
    }
  }

  @Test func `A reader takes some of the streams of a link, and leaves the others to others`()
    async throws
  {
    let cloud = ServedCloud()
    try await TestServer.run(cloud, change: { $0.trustedProxyCount = 1 }) { server in
      let stage = StreamStage(clock: cloud.manualClock, transport: try server.transport)
      let ann = try await stage.signUp("Ann")
      let token = try await link(to: stage.requestRide(ann), of: ann, on: stage)
      func open(_ address: String) throws -> (RawConnection, status: Int?) {
        let connection = try server.connect()
        connection.send(
          TestServer.request(
            "GET", "/follow/\(token.revealed)/events", headers: ["X-Forwarded-For": address]))
        return (connection, connection.answer(hasBody: false)?.status)
      }

      let streams = try (0..<101).map { _ in try open("192.0.2.1") }
      let other = try open("192.0.2.2")

      #expect(streams.map(\.status) == [Int](repeating: 200, count: 100) + [429])
      #expect(other.status == 200)
    }
  }

  private func run(_ test: @Sendable (StreamStage) async throws -> Void) async throws {
    try await StreamUnderTest(transport: .embedded, database: .sqlite).run(test)
  }

  private func link(
    to ride: Ride, of session: UserSession, on stage: StreamStage
  ) async throws -> Secret {
    try await stage.client.call(
      CloudAPI.createRideLink, parameters: RideParameters(ride: ride.id), session: session
    ).token
  }
}
