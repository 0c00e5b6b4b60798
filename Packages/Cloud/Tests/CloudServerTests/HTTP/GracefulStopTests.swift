import BasicsTesting
import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer

struct GracefulStopTests {
  private let gate = GatedRandomBytes()

  /// Sends a sign-up, and returns once a worker is in the middle of it.
  private func beginSignUp(_ server: TestServer) async throws -> RawConnection {
    let running = try server.connect()
    gate.close()
    let body = try JSONCoding.encode(NewAccount.johnny)
    running.send(
      TestServer.request("POST", "/accounts", body: String(decoding: body, as: UTF8.self)))
    try await gate.waitForAsker()
    return running
  }

  @Test func `A running request is finished, a new connection is refused`() async throws {
    try await TestServer.run(ServedCloud(randomBytes: gate), change: { $0.stopSeconds = 600 }) {
      (server) async throws in
      let running = try await beginSignUp(server)

      let stopping = Task { await server.server.stop() }
      try await server.log.waitForEntry("stopping")
      #expect(throws: RawConnection.Failure.self) { try server.connect() }
      gate.open()
      let answer = running.answer()
      try await stopping.outcome("the end of the server")

      #expect(answer?.status == 201)
      #expect(answer?.headers["connection"]?.lowercased() == "close")
      #expect(running.isClosedByServer())
      #expect(server.log.entries.last?.message == "stopped")
    }
  }

  @Test func `What comes on an idle connection while a server stops is answered, as the last`()
    async throws
  {
    let change = { (settings: inout ServerSettings) in
      (settings.graceSeconds, settings.requestSeconds) = (600, 600)
    }
    try await TestServer.run(change: change) { (server) async throws in
      let connections = try [server.connect(), server.connect()]
      let operators = try RawConnection(port: server.operatorPort)
      for connection in connections + [operators] {
        connection.send(TestServer.request("GET", "/healthz"))
        #expect(connection.answer()?.headers["connection"] == nil)
      }

      let stopped = Task.immediate { await server.server.stop() }
      #expect(operators.isClosedByServer())
      for connection in connections {
        connection.send(TestServer.request("GET", "/healthz"))
        let answer = connection.answer()
        #expect(answer?.status == 200)
        #expect(answer?.headers["connection"] == "close")
        #expect(connection.isClosedByServer())
      }
      try await stopped.outcome("the end of the server")
    }
  }

  @Test func `An idle connection does not keep a server from its end`() async throws {
    try await TestServer.run(change: { $0.graceSeconds = 0 }) { (server) async throws in
      let connection = try server.connect()
      connection.send(TestServer.request("GET", "/healthz"))
      #expect(connection.answer()?.status == 200)

      try await bounded("the end of the server") { await server.server.stop() }

      #expect(connection.isClosedByServer())
    }
  }

  @Test func `A request that does not finish in time is given up`() async throws {
    try await TestServer.run(ServedCloud(randomBytes: gate), change: { $0.stopSeconds = 1 }) {
      (server) async throws in
      let running = try await beginSignUp(server)

      try await bounded("the end of the server") { await server.server.stop() }
      gate.open()

      let answer = running.answer()
      #expect(answer == nil || answer?.status == 503)
    }
  }

  @Test func `Stopping twice, or before the start, does no harm`() async throws {
    let settings = ServerSettings(host: "127.0.0.1", port: 0)
    let server = HTTPServer(dependencies: ServedCloud(), settings: settings, log: RecordingLog())
    await server.stop()

    try await TestServer.run { server in await server.server.stop() }
  }
}
