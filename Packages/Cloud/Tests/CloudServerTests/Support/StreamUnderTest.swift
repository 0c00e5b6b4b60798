import BasicsTesting
import CloudPostgreSQL
import CloudStore
import CloudTesting
import Core
import CoreHTTP
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer

/// The transports and databases whose streams must pass the same tests.
struct StreamUnderTest: Sendable, CustomTestStringConvertible {
  enum Transport: String, CaseIterable { case embedded, http }
  enum Database: String, CaseIterable { case sqlite, postgreSQL }

  let transport: Transport
  let database: Database

  var testDescription: String { "\(transport) on \(database)" }

  static var allCases: [StreamUnderTest] {
    Transport.allCases.flatMap { transport in
      Database.allCases.filter { $0 == .sqlite || PostgreSQLServer.programs != nil }
        .map { StreamUnderTest(transport: transport, database: $0) }
    }
  }

  /// Runs a test with a cloud and a client of it.
  func run(_ test: @Sendable (StreamStage) async throws -> Void) async throws {
    switch database {
    case .sqlite: try await run(ServedCloud(database: .inMemory()), test)
    case .postgreSQL:
      try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
        try await run(ServedCloud(database: .postgreSQL(url: url, connections: 4)), test)
      }
    }
  }

  private func run(
    _ cloud: ServedCloud, _ test: @Sendable (StreamStage) async throws -> Void
  ) async throws {
    switch transport {
    case .embedded:
      let router = CloudContainer(dependencies: cloud).makeRouter()
      try await test(
        StreamStage(clock: cloud.manualClock, transport: RouterTransport(router: router)))
    case .http:
      try await TestServer.run(cloud) { server in
        try await test(StreamStage(clock: cloud.manualClock, transport: server.transport))
      }
    }
  }
}

extension TestServer {
  /// The transport of an app to the server.
  var transport: any CloudTransport {
    get throws {
      var settings = HTTPTransport.Settings(
        address: try CloudAddress(parsing: "http://127.0.0.1:\(port)"))
      // The server's clock stands still, so it sends nothing by itself.
      settings.longestSilence = .seconds(600)
      return HTTPTransport(
        settings: settings, wallClock: ManualWallClock(),
        randomBytes: SeededRandomBytes())
    }
  }
}

/// A cloud with a clock that a test moves, and riders.
struct StreamStage {
  let clock: ManualWallClock
  let transport: any CloudTransport

  var client: CloudClient { CloudClient(transport: BoundedCloudTransport(transport)) }

  func signUp(_ name: String, blank: String = " ") async throws -> UserSession {
    try await client.call(
      CloudAPI.signUp,
      body: NewAccount(
        name: "\(name)\(blank)Example", nickname: "", email: "\(name.lowercased())@example.com",
        mobileNumber: "+61 491 570 156", password: Secret("correct horse")))
  }

  func befriend(_ one: UserSession, _ other: UserSession) async throws {
    for (inviter, invited) in [(one, other), (other, one)] {
      _ = try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: invited.profile.email), session: inviter)
    }
  }

  func requestRide(_ session: UserSession) async throws -> Ride {
    let request = RideRequest(
      pickup: Waypoint(.operaHouse, name: "Opera House"), dropoff: Waypoint(.appleStore),
      option: .wallabee)
    return try await client.call(
      CloudAPI.requestRide, body: client.quoted(request, session: session), session: session)
  }

  /// Shares a ride with a friend.
  func share(_ ride: Ride, _ session: UserSession, with friend: UserSession) async throws -> Post {
    let post = try await client.call(
      CloudAPI.createPost, body: NewPost(text: "On my way", ride: ride.id), session: session)
    _ = try await client.call(
      CloudAPI.sharePost, parameters: PostParameters(post: post.id),
      body: PostRecipient(friend: friend.profile.id), session: session)
    return post
  }

  /// Lets time pass for the streams, in steps.
  func tick(_ count: Int = 1, of seconds: Int = 1) async throws {
    for _ in 0..<count {
      try await clock.waitForSleepers()
      clock.advance(by: .seconds(seconds))
    }
  }

  func open(
    _ session: UserSession, after id: String? = nil
  ) -> EventReader {
    EventReader(
      transport,
      CloudRequest(
        method: .get, path: ["events"], token: session.remoteSession.token, lastEventID: id))
  }
}

/// Reads one stream.
final class EventReader {
  private let events: AsyncStream<ServerSentEvent>
  private let task: Task<Int, any Error>

  init(_ transport: any CloudTransport, _ request: CloudRequest) {
    let (events, continuation) = AsyncStream<ServerSentEvent>.makeStream()
    self.events = events
    task = Task {
      defer { continuation.finish() }
      return try await transport.send(request) { continuation.yield($0) }.status
    }
  }

  deinit { task.cancel() }

  /// The status of the response, once the stream has ended.
  var status: Int {
    get async throws {
      try await task.outcome("the end of the stream")
    }
  }

  /// The next event that a later stream goes on after.
  func next() async throws -> ServerSentEvent {
    while let event = try await events.next("an event of the stream") {
      if event.id != nil { return event }
    }
    throw EndError(outcome: "\(await outcome())")
  }

  /// The next event, positions included.
  func nextOfAll() async throws -> ServerSentEvent {
    guard let event = try await events.next("an event of the stream") else {
      throw EndError(outcome: "\(await outcome())")
    }
    return event
  }

  /// Closes the stream and waits until it is closed.
  func close() async {
    task.cancel()
    _ = await outcome()
  }

  /// The result of the request, or the error of a wait in vain for it.
  private func outcome() async -> Result<Int, any Error> {
    do { return .success(try await status) } catch { return .failure(error) }
  }

  struct EndError: Error { let outcome: String }
}

extension ServerSentEvent {
  /// What the event says, without what a test need not compare.
  var summary: String {
    get throws {
      switch try RiderEvent(self) {
      case .reset(let rides):
        "reset: \(rides.map { "\($0.isOwn ? "own" : "followed") \($0.ride.state)" })"
      case .resumed: "resumed"
      case .ride(let live): "\(live.isOwn ? "own" : "followed") \(live.ride.state)"
      case .position: "position"
      case .inbox(let change):
        "inbox\(change.post == nil ? "" : " post")\(change.ride.map { " \($0.state)" } ?? "")"
      case .friends: "friends"
      case .driving: "driving"
      case nil: name
      }
    }
  }
}
