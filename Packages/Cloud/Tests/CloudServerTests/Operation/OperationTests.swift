import Basics
import BasicsTesting
import CloudDomain
import CloudRoutes
import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer
@testable import CloudStore

struct OperationTests {
  /// A cloud whose file is a folder, and so cannot be opened.
  private static let broken = ServedCloud(database: .sqlite(path: "/tmp"))

  @Test func `A server that reaches its database is ready`() async throws {
    try await TestServer.run { (server) async throws in
      #expect(try server.send("GET", "/healthz")?.status == 200)
      #expect(try server.get("/readyz")?.body == "{\"status\":\"ready\"}")
    }
  }

  /// What does not answer in time is as good as gone; the clock of the test passes the time.
  @Test(arguments: [false, true])
  func `Without routes a server is ready for the rest, and says so`(hangs: Bool) async throws {
    var cloud = ServedCloud()
    let (checks, check) = AsyncStream.makeStream(of: Void.self)
    cloud.routeModel = AbsentRouteModel(hangs: hangs) { check.yield() }
    let clock = cloud.manualClock
    try await TestServer.run(cloud) { (server) async throws in
      let connection = try RawConnection(port: server.operatorPort)
      connection.send(TestServer.request("GET", "/readyz"))
      if hangs {
        // By then the limit sleeps; dispatch may sleep at any time.
        _ = try await checks.next("a check of the routes")
        clock.advance(by: .seconds(1))
      }

      let answer = connection.answer()

      #expect(answer?.status == 200)
      #expect(answer?.body == "{\"status\":\"routes\"}")
    }
  }

  /// Together they would take longer than whoever asks waits.
  @Test func `The routes are checked while the database is`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    var cloud = ServedCloud(database: .sqlite(path: path))
    try cloud.store.database.migrate()
    let (checks, check) = AsyncStream.makeStream(of: Void.self)
    cloud.routeModel = AbsentRouteModel(hangs: true) { check.yield() }
    let locker = try SQLiteConnection(path: path)
    try await TestServer.run(cloud) { (server) async throws in
      try locker.begin()
      defer { locker.rollBack() }
      let connection = try RawConnection(port: server.operatorPort)

      connection.send(TestServer.request("GET", "/readyz"))

      _ = try await checks.next("a check of the routes")
      #expect(connection.answer()?.status == 503)
    }
  }

  @Test func `A server whose database is broken is alive, but not ready`() async throws {
    try await TestServer.run(Self.broken) { (server) async throws in
      #expect(try server.send("GET", "/healthz")?.status == 200)
      #expect(try server.get("/readyz")?.status == 503)
    }
  }

  @Test func `A server whose database is destroyed while it runs is not ready`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    let cloud = ServedCloud(database: .sqlite(path: path))
    try await TestServer.run(cloud) { (server) async throws in
      #expect(try server.get("/readyz")?.status == 200)
      _ = try await server.client.call(CloudAPI.signUp, body: .johnny)
      let pages = try Files.read(path).count / 4096
      try Data(repeating: 0x55, count: pages * 4096).write(to: URL(filePath: path))
      try Data().write(to: URL(filePath: "\(path)-wal"))

      #expect(try server.get("/readyz")?.status == 503)
    }
  }

  @Test func `A storage failure is logged with its cause, which the client does not receive`()
    async throws
  {
    try await TestServer.run(Self.broken) { (server) async throws in
      let answer = try #require(try server.send("GET", "/places/moma"))

      #expect(answer.status == 503)
      #expect(answer.headers["retry-after"] == "5")
      #expect(!answer.body.contains("/tmp"))
      let entry = server.log.entries.first { $0.status == 503 }
      #expect(entry?.level == .error)
      #expect(entry?.endpoint == "place")
      #expect(entry?.cause?.contains("/tmp") == true)
      #expect(
        try server.get("/metrics")?.body.contains("koober_failures_total 1\n") == true)
    }
  }

  @Test func `The log has no token, password, e-mail or name`() async throws {
    try await TestServer.run { (server) async throws in
      let session = try await server.client.call(CloudAPI.signUp, body: .johnny)
      let wrong = Credentials(email: "johnny@gmail.com", password: Secret("wrong horse"))
      _ = try? await server.client.call(CloudAPI.signIn, body: wrong)
      _ = try await server.client.call(CloudAPI.profile, session: session)
      _ = try server.send("GET", "/places?query=secret-query&limit=1&ranking=match")

      // An answer may be there before its entry.
      try await eventually("five entries of the log") { server.log.entries.count >= 5 }
      let lines = server.log.entries.map(JSONLinesLog.line).joined()
      let token = session.remoteSession.token.revealed
      for secret in ["horse", "johnny", "Johnny", "Appleseed", token, "secret-query"] {
        #expect(!lines.contains(secret))
      }
    }
  }

  @Test func `Requests are counted by endpoint and status`() async throws {
    try await TestServer.run { (server) async throws in
      _ = try server.send("GET", "/places/moma")
      _ = try server.send("GET", "/places/none")
      _ = try server.send("GET", "/unknown/\"}\n")
      let text = try #require(try server.get("/metrics")).body

      #expect(text.contains("koober_requests_total{endpoint=\"place\",status=\"200\"} 1\n"))
      #expect(text.contains("koober_requests_total{endpoint=\"place\",status=\"404\"} 1\n"))
      #expect(text.contains("koober_request_seconds_bucket{endpoint=\"place\",le=\"+Inf\"} 2\n"))
      #expect(text.contains("koober_request_seconds_count{endpoint=\"place\"} 2\n"))
      #expect(text.contains("koober_database_connections_limit 1\n"))
      let lines = text.split(separator: "\n")
      #expect(
        lines.allSatisfy {
          $0.hasPrefix("#")
            || $0.wholeMatch(of: /koober_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e-]+/)
              != nil
        })
    }
  }

  @Test func `A request whose parameters cannot be read leaves nothing behind`() async throws {
    try await TestServer.run(change: { $0.requestSeconds = 1 }) { (server) async throws in
      let parameters = (0..<700).map { "parameter\($0)=\($0)" }.joined(separator: "&")
      let connection = try server.connect()
      connection.send("GET /places?\(parameters) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(connection.answer()?.status == 414)
      #expect(connection.isClosedByServer())

      let text = try server.get("/metrics")?.body ?? ""
      let running = text.split(separator: "\n").first { $0.hasPrefix("koober_requests_running ") }
      // The one that asks.
      #expect(running == "koober_requests_running 1")
    }
  }

  @Test func `Metrics require the token`() async throws {
    let change = { (settings: inout ServerSettings) in settings.metricsToken = Secret("m") }
    try await TestServer.run(change: change) { (server) async throws in
      let none = try server.get("/metrics")
      let wrong = try server.get("/metrics", headers: ["Authorization": "Bearer x"])
      let right = try server.get("/metrics", headers: ["Authorization": "bearer m"])

      #expect(none?.status == 404)
      #expect(wrong?.status == 404)
      #expect(right?.status == 200)
    }
  }

  @Test(arguments: ["/metrics", "/readyz", "/metrics/", "//readyz", "/%6Detrics"])
  func `Metrics and readiness are not for clients`(target: String) async throws {
    try await TestServer.run { (server) async throws in
      #expect(try server.send("GET", target)?.status == 404)
    }
  }

  @Test func `The contract is not for the operators' listener`() async throws {
    try await TestServer.run { (server) async throws in
      #expect(try server.get("/places/moma")?.status == 404)
      #expect(try server.get("/healthz")?.status == 200)
    }
  }

  @Test func `The log has the client's address`() async throws {
    try await TestServer.run(change: { $0.trustedProxyCount = 1 }) { (server) async throws in
      _ = try server.send("GET", "/healthz")
      _ = try server.send("GET", "/healthz", headers: ["X-Forwarded-For": "forged, 192.0.2.7:99"])

      #expect(server.log.entries.compactMap(\.client) == ["127.0.0.1", "192.0.2.7"])
    }
  }

  @Test(arguments: [
    (1, "192.0.2.1, 192.0.2.2, 192.0.2.3", "192.0.2.3"),
    (2, "192.0.2.1, 192.0.2.2, 192.0.2.3", "192.0.2.2"),
    (3, "192.0.2.1, 192.0.2.2, 192.0.2.3", "192.0.2.1"),
    (4, "192.0.2.1, 192.0.2.2, 192.0.2.3", "127.0.0.1"), (2, "192.0.2.3", "127.0.0.1"),
    (2, "forged, 192.0.2.3", "127.0.0.1"), (2, "", "127.0.0.1"), (2, ",", "127.0.0.1"),
  ])
  func `Of several proxies the first writes the client's address`(
    count: Int, header: String, client: String
  ) async throws {
    try await TestServer.run(change: { $0.trustedProxyCount = count }) { (server) async throws in
      _ = try server.send("GET", "/healthz", headers: ["X-Forwarded-For": header])

      #expect(server.log.entries.compactMap(\.client) == [client])
    }
  }
}

/// Plans nothing: it fails, or does not answer until it is cancelled.
private struct AbsentRouteModel: RouteModel {
  let hangs: Bool
  var noteCheck: @Sendable () -> Void = {}
  var use: RouteModelUse? { nil }

  func check() async throws(RouteError) {
    noteCheck()
    if hangs { try? await Task.sleep(for: .seconds(600)) }
    throw .unavailable(reason: "a test")
  }

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    throw .unavailable(reason: "a test")
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] { throw .unavailable(reason: "a test") }
}
