import Core
import Dispatch
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer

struct GracefulStopTests {
  /// Keeps the only worker busy until the returned gate is opened.
  private func occupy(_ cloud: ServedCloud) -> Gate {
    let gate = Gate()
    #expect(cloud.workers.start { gate.wait() })
    return gate
  }

  @Test func `A running request is finished, a new connection is refused`() async throws {
    let cloud = ServedCloud(workers: Workers(count: 1, waiting: 10))
    try await TestServer.run(cloud) { (server) async throws in
      let gate = occupy(cloud)
      let running = try server.connect()
      running.send(TestServer.request("GET", "/places/moma"))
      try await untilRunning(server)

      async let stopped: Void = server.server.stop()
      await untilRefused(server)
      gate.open()
      let answer = running.answer()
      await stopped

      #expect(answer?.status == 200)
      #expect(answer?.headers["connection"]?.lowercased() == "close")
      #expect(running.isClosedByServer())
      #expect(throws: RawConnection.Failure.self) { try server.connect() }
      #expect(server.log.entries.last?.message == "stopped")
    }
  }

  @Test func `A request that does not finish in time is given up`() async throws {
    let cloud = ServedCloud(workers: Workers(count: 1, waiting: 10))
    try await TestServer.run(cloud, change: { $0.stopSeconds = 1 }) { server in
      let gate = occupy(cloud)
      let running = try server.connect()
      running.send(TestServer.request("GET", "/places/moma"))
      try await untilRunning(server)

      await server.server.stop()
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

  /// The server tells how many requests run; the one that asks is among them.
  private func untilRunning(_ server: TestServer) async throws {
    while try server.send("GET", "/metrics")?.body.contains("koober_requests_running 2\n") != true {
      await Task.yield()
    }
  }

  private func untilRefused(_ server: TestServer) async {
    while (try? server.connect()) != nil { await Task.yield() }
  }
}

/// Holds threads back until it is opened.
private final class Gate: Sendable {
  private let condition = DispatchSemaphore(value: 0)

  func wait() { condition.wait() }
  func open() { condition.signal() }
}
