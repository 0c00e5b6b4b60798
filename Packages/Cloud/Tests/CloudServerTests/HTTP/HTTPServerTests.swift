import CloudStore
import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudServer

struct HTTPServerTests {
  @Test func `The whole contract works over the network`() async throws {
    try await TestServer.run { (server) async throws in
      let client = server.client
      let johnny = try await client.call(CloudAPI.signUp, body: .johnny)
      let search = PlaceSearch(query: "opéra h", near: .appleStore, limit: 3)
      let places = try await client.call(CloudAPI.searchPlaces, parameters: search).places
      let house = try #require(places.first)
      let place = try await client.call(
        CloudAPI.place, parameters: PlaceParameters(place: house.id))
      let request = try await client.quoted(
        RideRequest(
          pickup: Waypoint(.appleStore), dropoff: Waypoint(place.location, name: place.name),
          option: .kangaroo), session: johnny)
      let ride = try await client.call(
        CloudAPI.requestRide, body: request, session: johnny, idempotencyKey: "k-1")
      let again = try await client.call(
        CloudAPI.requestRide, body: request, session: johnny, idempotencyKey: "k-1")
      let current = try await client.call(CloudAPI.currentRide, session: johnny)
      _ = try await client.call(CloudAPI.signOut, session: johnny)

      #expect(house.name == "Opera House")
      #expect(again == ride)
      #expect(current == ride)
      await #expect(throws: CloudError.self) {
        try await client.call(CloudAPI.profile, session: johnny)
      }
    }
  }

  @Test func `The audit log has the address of the client`() async throws {
    try await TestServer.run { (server) async throws in
      _ = try await server.client.call(CloudAPI.signUp, body: .johnny)

      let audit = CloudContainer(dependencies: server.cloud).makeAuditLog()
      let events = try await audit.events(since: nil, limit: 9)

      #expect(events.map(\.action) == [.signUp])
      #expect(events.map(\.address) == ["127.0.0.1"])
    }
  }

  @Test func `A connection serves one request after the other, also when they come at once`()
    async throws
  {
    try await TestServer.run { (server) async throws in
      let connection = try server.connect()
      let place = TestServer.request("GET", "/places/moma")

      connection.send(place)
      let first = connection.answer()
      connection.send(place + TestServer.request("GET", "/healthz") + place)
      let rest = (0..<3).map { _ in connection.answer() }

      #expect(first?.status == 200)
      #expect(rest.map { $0?.status } == [200, 200, 200])
      #expect(rest[1]?.body == "{\"status\":\"ok\"}")
      #expect(rest[0]?.body == rest[2]?.body)
    }
  }

  @Test func `Many connections at once each get their own answers, in order`() async throws {
    try await TestServer.run { (server) async throws in
      let names = (0..<8).map { "Rider \($0)" }
      var tokens: [String] = []
      for name in names {
        let account = NewAccount(
          name: name, nickname: "", email: "\(tokens.count)@example.com",
          mobileNumber: "0491570156",
          password: Secret("correct horse"))
        let session = try await server.client.call(CloudAPI.signUp, body: account)
        tokens.append(session.remoteSession.token.revealed)
      }
      let connections = try (0..<64).map { _ in try server.connect() }

      // All requests of a connection are there at once, so all connections are served again and again.
      for (index, connection) in connections.enumerated() {
        let requests = (0..<10).map { number in
          TestServer.request(
            "GET", "/profile",
            headers: [
              "Authorization": "Bearer \(tokens[index % 8])", "X-Request-Id": "\(index).\(number)",
            ])
        }
        connection.send(requests.joined())
      }

      for (index, connection) in connections.enumerated() {
        for number in 0..<10 {
          let answer = try #require(connection.answer())
          #expect(answer.headers["x-request-id"] == "\(index).\(number)")
          #expect(answer.body.contains("\"name\":\"\(names[index % 8])\""))
        }
      }
    }
  }

  @Test func `An answer cannot be framed, cached or guessed at, and has a name`() async throws {
    try await TestServer.run { (server) async throws in
      let answer = try #require(try server.send("GET", "/places/moma"))

      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.headers["cache-control"] == "no-store")
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["content-security-policy"]?.contains("'none'") == true)
      #expect(answer.headers["x-request-id"]?.isEmpty == false)
      #expect(answer.headers["server"] == nil)
    }
  }

  @Test(arguments: [
    ("abc-1._X", true), ("", false), ("a b", false), ("a\"b", false),
    (String(repeating: "a", count: 65), false),
  ])
  func `A request keeps the name it comes with, if it is one`(
    name: String, isKept: Bool
  ) async throws {
    try await TestServer.run { (server) async throws in
      let answer = try server.send("GET", "/places/moma", headers: ["X-Request-Id": name])

      let given = try #require(answer?.headers["x-request-id"])
      #expect((given == name) == isKept)
      #expect(server.log.entries.contains { $0.requestID == given })
    }
  }

  @Test func `A HEAD has the headers of a GET and no body`() async throws {
    try await TestServer.run { (server) async throws in
      let get = try #require(try server.send("GET", "/places/moma"))
      let head = try #require(try server.send("HEAD", "/places/moma"))

      #expect(head.status == 200)
      #expect(head.headers["content-length"] == get.headers["content-length"])
      #expect(head.body == "")
    }
  }

  @Test(arguments: [
    ("PUT", "/places/moma", 405), ("PATCH", "/rides", 405), ("DELETE", "/rides/current", 405),
    ("OPTIONS", "/profile", 405), ("GET", "/nothing", 404), ("PUT", "/nothing", 404),
    ("GET", "/places/a%2Fb", 404), ("GET", "/places/%zz", 400), ("GET", "/places/%ff", 400),
    ("GET", "/places?query=a&query=b", 400), ("GET", "/profile", 401), ("POST", "/sessions", 400),
    ("POST", "/healthz", 404), ("GET", "/", 404), ("GET", "/places?query=%00&limit=1", 422),
    ("GET", "//places//moma", 404), ("GET", "/places/moma/", 404), ("GET", "/places/", 404),
    ("GET", "/healthz%00x", 400), ("GET", "/places/moma?x=1", 200),
  ])
  func `A request without an endpoint gets an error`(
    method: String, target: String, status: Int
  ) async throws {
    try await TestServer.run { (server) async throws in
      let answer = try #require(try server.send(method, target))

      #expect(answer.status == status)
      if status == 405 { #expect(answer.headers["allow"]?.isEmpty == false) }
      if status == 401 { #expect(answer.headers["www-authenticate"] == "Bearer") }
      if status >= 400 {
        let refusal = try JSONCoding.decode(ErrorResponse.self, from: Data(answer.body.utf8))
        #expect(refusal.error.code.status == status)
      }
    }
  }

  @Test(arguments: [
    ("OPTIONS", "/rides", "GET, POST"), ("DELETE", "/flags", "GET, PUT"),
    ("DELETE", "/profile", "GET, PUT"), ("PUT", "/inbox", "GET"),
  ])
  func `All methods that are possible are named`(
    method: String, target: String, allowed: String
  ) async throws {
    try await TestServer.run { (server) async throws in
      #expect(try server.send(method, target)?.headers["allow"] == allowed)
    }
  }

  @Test func `A body that is too large is refused, with and without a length`()
    async throws
  {
    try await TestServer.run { (server) async throws in
      let told = try server.connect()
      told.send("POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n")
      let chunked = try server.connect()
      chunked.send("POST /sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<66 { chunked.send("400\r\n\(String(repeating: "a", count: 1024))\r\n") }
      chunked.send("0\r\n\r\n")

      #expect(told.answer()?.status == 413)
      #expect(chunked.answer()?.status == 413)
      #expect(try server.send("GET", "/healthz")?.status == 200)
    }
  }

  @Test(arguments: [
    "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
    "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST /sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 40_000) + "\r\n\r\n",
  ])
  func `A request that is not HTTP affects no other`(text: String) async throws {
    try await TestServer.run(change: { $0.requestSeconds = 1 }) { (server) async throws in
      let connection = try server.connect()
      connection.send(text)

      if let answer = connection.answer() {
        #expect((400..<500).contains(answer.status) || answer.status == 505)
      }
      #expect(try server.send("GET", "/places/moma")?.status == 200)
    }
  }

  @Test func `A client that takes too long is cut off, others are served`() async throws {
    try await TestServer.run(change: { $0.requestSeconds = 1 }) { server in
      let silent = try server.connect()
      let slow = try server.connect()
      slow.send("GET /places/moma HTTP/1.1\r\nHo")
      let half = try server.connect()
      half.send("POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")

      #expect(try server.send("GET", "/places/moma")?.status == 200)
      #expect(silent.isClosedByServer())
      #expect(slow.isClosedByServer())
      #expect(half.isClosedByServer())
    }
  }

  @Test func `When too many requests wait, the next one is asked to come back`() async throws {
    let cloud = ServedCloud(workers: WorkerPool(count: 1, waiting: 1))
    try await TestServer.run(cloud) { (server) async throws in
      let gate = Mutex(())
      try gate.withLock { _ in
        cloud.workers.start(refuse: {}) { gate.withLock { _ in } }
        cloud.workers.start(refuse: {}) {}
        let refused = try server.send("GET", "/places/moma")
        let health = try server.send("GET", "/healthz")

        #expect(refused?.status == 503)
        #expect(refused?.headers["retry-after"] == "1")
        #expect(health?.status == 200)
      }
    }
  }

  @Test func `A port that is taken is named`() async throws {
    try await TestServer.run { (server) async throws in
      let settings = ServerSettings(host: "127.0.0.1", port: server.port)
      let other = HTTPServer(dependencies: server.cloud, settings: settings, log: RecordingLog())

      let error = #expect(throws: ServerError.self) { try other.start() }

      #expect(error?.problem.message.contains("127.0.0.1:\(server.port)") == true)
      #expect(error?.problem.message.contains("Address already in use") == true)
    }
  }

  @Test func `A certificate that is none is refused`() throws {
    var settings = ServerSettings(host: "127.0.0.1", port: 0)
    settings.tls = TLSIdentity(certificate: "no certificate", key: Secret("no key"))
    let server = HTTPServer(dependencies: ServedCloud(), settings: settings, log: RecordingLog())

    #expect(throws: ServerError.self) { try server.start() }
  }

  @Test func `A client of HTTP/1.0 gets a stream without chunks, which ends with the connection`()
    async throws
  {
    try await TestServer.run { server in
      let session = try await server.client.call(CloudAPI.signUp, body: .johnny)
      let connection = try server.connect()
      let token = session.remoteSession.token.revealed
      connection.send("GET /events HTTP/1.0\r\nAuthorization: Bearer \(token)\r\n\r\n")

      let head = try #require(connection.answer(hasBody: false))
      #expect(head.headers["content-type"] == "text/event-stream")
      #expect(head.headers["connection"] == "close")
      #expect(head.headers["transfer-encoding"] == nil)
      #expect(head.headers["content-length"] == nil)
      #expect(connection.text(through: "\n\n")?.hasPrefix("retry: ") == true)
      #expect(connection.text(through: "event: reset") != nil)
      _ = try await server.client.call(CloudAPI.signOut, session: session)
      #expect(!String(decoding: connection.rest(), as: UTF8.self).contains("\r\n"))
      #expect(connection.isClosedByServer())
    }
  }

  @Test(arguments: [("1.1", "chunked"), ("1.0", nil)])
  func `A HEAD of a stream is answered like its GET, and holds nothing`(
    version: String, coding: String?
  ) async throws {
    try await TestServer.run { server in
      let session = try await server.client.call(CloudAPI.signUp, body: .johnny)
      let connection = try server.connect()
      let token = session.remoteSession.token.revealed
      connection.send(
        "HEAD /events HTTP/\(version)\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")

      let head = try #require(connection.answer(hasBody: false))
      #expect(head.status == 200)
      #expect(head.headers["transfer-encoding"] == coding)
      #expect(head.headers["content-length"] == nil)
      #expect(head.headers["connection"] == "close")
      #expect(connection.rest() == [])
      #expect(connection.isClosedByServer())
      #expect(try server.get("/metrics")?.body.contains("koober_streams_open 0\n") == true)
    }
  }
}
