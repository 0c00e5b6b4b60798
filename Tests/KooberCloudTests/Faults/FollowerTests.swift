import Basics
import BasicsTesting
import CloudTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Followers of rides whose server is killed; a thousand at a time.
@Suite(.serialized)
struct FollowerTests {
  /// A ride, its rider, and the path of the stream of its link.
  private struct Followed {
    let session: UserSession
    let ride: Ride
    let path: String
  }

  private static let rides = 10
  private static let followersOfEach = 100

  private let program: CloudProgram

  init() throws {
    program = try CloudProgram()
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A thousand go on with another server, and miss and repeat nothing`() async throws {
    try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
      try await TestThread.run { try await follow(on: url) }
    }
  }

  @Test func `A thousand go on with another server of a file, and miss and repeat nothing`()
    async throws
  {
    let database = "sqlite:\(program.home.path)/cloud.sqlite"
    try await TestThread.run { try await follow(on: database) }
  }

  private func follow(on database: String) async throws {
    // Without a driver a ride waits: which state a simulated one has come to is a matter of time.
    let flags = try program.home.write(
      #"""
      {"flags": {"dispatch": {"state": "ENABLED", "variants": {"drivers": "drivers"},
        "defaultVariant": "drivers"}}}
      """#, to: "flags.json")
    let serve = {
      try await program.serve(
        "--database", database, "--flags", flags, "--rate-limits", "none",
        "--connections-per-address", "2000")
    }
    let (first, second) = (try await serve(), try await serve())
    var followed: [Followed] = []
    for number in 0..<Self.rides { followed.append(try await begin(number, on: first)) }
    let followers = try followed.flatMap { ride in
      try (0..<Self.followersOfEach).map { _ in try Follower(ride.path, port: first.port) }
    }
    for follower in followers { #expect(follower.next() != nil) }

    #expect(await first.end(SIGKILL) == 128 + SIGKILL)
    for follower in followers {
      while follower.next() != nil {}
      try follower.goOn(with: second.port)
    }
    for ride in followed {
      let cancelled = try await second.client().call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.ride.id), session: ride.session)
      #expect(cancelled.state == .cancelled)
    }

    for follower in followers {
      while follower.told.last != "cancelled", follower.next() != nil {}
    }
    for follower in followers { #expect(follower.told == ["requested", "cancelled"]) }
    #expect(await second.end() == 0)
  }

  /// Requests a ride and makes a link to it.
  private func begin(_ number: Int, on server: ServerProcess) async throws -> Followed {
    let client = try server.client()
    let session = try await client.call(
      CloudAPI.signUp,
      body: NewAccount(
        name: "Rider \(number)", nickname: "", email: "rider\(number)@example.com",
        mobileNumber: "+61 491 570 156", password: Secret("correct horse")))
    let request = RideRequest(
      pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee)
    let ride = try await client.call(
      CloudAPI.requestRide, body: client.quoted(request, session: session), session: session)
    let link = try await client.call(
      CloudAPI.createRideLink, parameters: RideParameters(ride: ride.id), session: session)
    return Followed(
      session: session, ride: ride, path: "/follow/\(link.token.revealed)/events")
  }
}

/// Somebody who reads the stream of a link.
private final class Follower {
  private let path: String
  private var connection: RawConnection
  /// The states that were told.
  private(set) var told: [String] = []

  init(_ path: String, port: UInt16) throws {
    self.path = path
    connection = try RawConnection(port: port, limit: .seconds(300))
    request()
  }

  /// Returns the next state that is told; `nil` at the end of the stream.
  func next() -> String? {
    while let event = connection.text(through: "\n\n") {
      guard let id = event.firstMatch(of: #/\nid: (\w+)\n/#) else { continue }
      told.append(String(id.1))
      return told.last
    }
    return nil
  }

  func goOn(with port: UInt16) throws {
    connection = try RawConnection(port: port, limit: .seconds(300))
    request()
  }

  private func request() {
    let last = told.last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(last)\r\n")
  }
}
