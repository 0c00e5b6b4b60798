import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import CloudServer

struct ConnectionLimitTests {
  private static let request = TestServer.request("GET", "/healthz")

  /// Opens a connection and waits until the server has answered on it.
  private func connectAndAsk(_ server: TestServer) throws -> RawConnection {
    let connection = try server.connect()
    connection.send(Self.request)
    try #require(connection.answer()?.status == 200)
    return connection
  }

  private func displacedCount(_ server: TestServer) throws -> String? {
    try server.get("/metrics")?.body.split(separator: "\n")
      .first { $0.hasPrefix("koober_connections_displaced_total ") }
      .flatMap { $0.split(separator: " ").last.map(String.init) }
  }

  @Test(arguments: [true, false])
  func `A further connection takes the place of the slowest`(isOfOneNetwork: Bool) async throws {
    let change = { (settings: inout ServerSettings) in
      if isOfOneNetwork { settings.connectionsPerNetwork = 2 } else { settings.connectionLimit = 2 }
    }
    try await TestServer.run(change: change) { (server) async throws in
      let busy = try connectAndAsk(server)
      let slow = try connectAndAsk(server)
      slow.send("POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{")
      busy.send(Self.request)
      #expect(busy.answer()?.status == 200)

      let third = try connectAndAsk(server)

      #expect(slow.isClosedByServer())
      #expect(try displacedCount(server) == "1")
      for connection in [busy, third] {
        connection.send(Self.request)
        #expect(connection.answer()?.status == 200)
      }
    }
  }

  @Test func `A busy connection outlasts as many new ones as there may be`() async throws {
    try await TestServer.run(change: { $0.connectionLimit = 100 }) { (server) async throws in
      let old = try (0..<99).map { _ in try server.connect() }
      let busy = try connectAndAsk(server)

      let new = try (0..<99).map { _ in try connectAndAsk(server) }

      busy.send(Self.request)
      #expect(busy.answer()?.status == 200)
      #expect(old.allSatisfy { $0.isClosedByServer() })
      _ = new
    }
  }

  @Test func `A connection whose request is in work keeps its place`() async throws {
    let randomBytes = GatedRandomBytes()
    let cloud = ServedCloud(randomBytes: randomBytes)
    let change = { (settings: inout ServerSettings) in settings.connectionsPerNetwork = 1 }
    try await TestServer.run(cloud, change: change) { (server) async throws in
      let working = try server.connect()
      randomBytes.close()
      let body = String(decoding: try JSONCoding.encode(NewAccount.johnny), as: UTF8.self)
      working.send(TestServer.request("POST", "/accounts", body: body))
      try await randomBytes.waitForAsker()

      #expect(try server.connect().isClosedByServer())
      randomBytes.open()
      #expect(working.answer()?.status == 201)
    }
  }
}
