import BasicsTesting
import CloudRoutes
import CloudTesting
import Core
import CoreTesting
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudServer
@testable import CloudStore

/// A server on a free port of this machine, with a cloud in memory.
struct TestServer {
  let cloud: ServedCloud
  let log = RecordingLog()
  let server: HTTPServer
  let port: UInt16
  /// Where metrics and readiness are served.
  let operatorPort: UInt16

  /// Starts a server, lends it to a test that may block while it waits for an answer, and stops it.
  static func run(
    _ cloud: ServedCloud = ServedCloud(), change: (inout ServerSettings) -> Void = { _ in },
    _ test: sending (TestServer) async throws -> Void
  ) async throws {
    let server = try TestServer(cloud, change: change)
    do {
      try await TestThread.run { try await test(server) }
    } catch {
      Issue.record(error)
    }
    try await server.stop()
  }

  /// Starts a server, lends it to a test that does not block, and stops it.
  static func runWithoutBlocking(
    _ cloud: ServedCloud, _ test: (TestServer) async throws -> Void
  ) async throws {
    let server = try TestServer(cloud) { _ in }
    do {
      try await test(server)
    } catch {
      Issue.record(error)
    }
    try await server.stop()
  }

  private func stop() async throws {
    try await bounded("the end of the server", rounds: WaitBound.roundsForPrograms) {
      await server.stop()
    }
  }

  private init(_ cloud: ServedCloud, change: (inout ServerSettings) -> Void) throws {
    self.cloud = cloud
    var settings = ServerSettings(host: "127.0.0.1", port: 0)
    settings.operatorListener = ServerSettings.Listener(host: "127.0.0.1", port: 0)
    settings.rateLimits = .none
    change(&settings)
    server = HTTPServer(dependencies: cloud, settings: settings, log: log)
    port = try server.start()
    operatorPort = server.operatorPort ?? 0
  }

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Sends one request on a connection of its own.
  func send(
    _ method: String, _ target: String, headers: [String: String] = [:], body: String = "",
    to port: UInt16? = nil
  ) throws -> RawConnection.Answer? {
    let connection = try RawConnection(port: port ?? self.port)
    connection.send(Self.request(method, target, headers: headers, body: body))
    return connection.answer(hasBody: method != "HEAD")
  }

  /// Gets a page for operators.
  func get(
    _ target: String, headers: [String: String] = [:]
  ) throws -> RawConnection.Answer? {
    try send("GET", target, headers: headers, to: operatorPort)
  }

  /// A request as it goes over the network.
  static func request(
    _ method: String, _ target: String, headers: [String: String] = [:], body: String = ""
  ) -> String {
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\(length)\r\n\(body)"
  }

  /// A client of the cloud behind the server.
  var client: CloudClient { CloudClient(transport: RawTransport(port: port)) }
}

/// A cloud in memory for a server.
struct ServedCloud: CloudDependencies {
  var database = CloudDatabase.inMemory()
  let manualClock = ManualWallClock()
  var randomBytes: any RandomBytes = SeededRandomBytes()
  var workers = WorkerPool(count: 2, waiting: 100)
  var routeModel: any RouteModel = StreetGridRouteModel()

  var clock: any WallClock { manualClock }
  var passwordHashing: PasswordHashingCost { .cheapest }
}

/// Keeps the entries of a log.
final class RecordingLog: ServerLog {
  private struct State: WatchedState {
    var entries: [ServerLogEntry] = []
    var watchers: [Watcher<Self>] = []
    var wakeUps: [@Sendable () -> Void] = []

    var summary: String { "Messages of the log: \(entries.map(\.message))" }
  }

  private let state = WatchedMutex(State())

  var entries: [ServerLogEntry] { state.withLock { $0.entries } }

  func write(_ entry: ServerLogEntry) {
    state.withLock {
      $0.entries.append(entry)
      $0.notifyWatchers()
    }
  }

  /// Waits for an entry with a message, unless there is one already.
  func waitForEntry(_ message: String) async throws {
    try await state.wait(for: "the message '\(message)'") {
      $0.entries.contains { $0.message == message }
    }
  }
}

/// Randomness whose callers wait while it is closed.
final class GatedRandomBytes: RandomBytes {
  private let gate = DispatchSemaphore(value: 0)
  private let isClosed = Mutex(false)
  private let randomBytes = SeededRandomBytes()
  private let asked: AsyncStream<Void>.Continuation
  private let askers: AsyncStream<Void>

  init() {
    (askers, asked) = AsyncStream.makeStream()
  }

  func bytes(count: Int) -> [UInt8] {
    if isClosed.withLock({ $0 }) {
      asked.yield()
      gate.wait()
    }
    return randomBytes.bytes(count: count)
  }

  func close() { isClosed.withLock { $0 = true } }

  /// Waits until a caller waits at the gate.
  func waitForAsker() async throws {
    _ = try await askers.next("a caller at the gate")
  }

  /// Lets the waiting caller and all later ones pass.
  func open() {
    isClosed.withLock { $0 = false }
    gate.signal()
  }
}

/// Calls a server over the network.
struct RawTransport: RequestTransport {
  let port: UInt16

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    var headers: [String: String] = [:]
    if let token = request.token { headers["Authorization"] = "Bearer \(token.revealed)" }
    if let key = request.idempotencyKey { headers["Idempotency-Key"] = key }
    let query = request.query.map { "\(Self.encode($0))=\(Self.encode($1))" }
    let path = request.path.map { "/" + Self.encode($0) }.joined()
    let target = path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard let connection = try? RawConnection(port: port) else {
      throw .unreachable(reason: "no connection")
    }
    connection.send(
      TestServer.request(request.method.rawValue, target, headers: headers, body: body))
    guard let answer = connection.answer() else { throw .unreachable(reason: "no answer") }
    return CloudResponse(
      status: answer.status, body: Data(answer.body.utf8),
      retryAfterSeconds: answer.headers["retry-after"].flatMap(Int.init))
  }

  private static func encode(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
      return isPlain
        ? String(Unicode.Scalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
