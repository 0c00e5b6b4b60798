public import Cloud
import Core
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Serves a cloud over HTTP.
public final class HTTPServer: Sendable {
  private enum State {
    case new
    case running(HTTPDaemon)
    case stopped
  }

  private let settings: ServerSettings
  private let driver: ExchangeDriver
  private let journal: RequestJournal
  private let state = Mutex(State.new)
  private let isServing: Flag

  /// Creates a server; it listens after ``start()``.
  public init(
    dependencies: any CloudDependencies, settings: ServerSettings, log: any ServerLog
  ) {
    self.settings = settings
    let metrics = ServerMetrics()
    let isServing = Flag(true)
    self.isServing = isServing
    let router = CloudContainer(dependencies: dependencies).makeRouter()
    let operation = OperationEndpoints(
      store: dependencies.database.store, workers: dependencies.workers, metrics: metrics,
      metricsToken: settings.metricsToken, log: log, openAPI: OpenAPIDocument().json,
      isServing: { isServing.isSet })
    let handler = RequestHandler(
      router: router, operation: operation,
      limits: RequestLimits(settings.rateLimits, clock: dependencies.clock),
      trustsForwardedAddress: settings.trustsForwardedAddress)
    journal = RequestJournal(
      log: log, clock: dependencies.clock, randomBytes: dependencies.randomBytes)
    driver = ExchangeDriver(
      handler: handler,
      watch: ConnectionWatch(requestSeconds: settings.requestSeconds), metrics: metrics,
      journal: journal)
  }

  /// Finds out whether a server could listen there.
  public static func requireFree(host: String, port: UInt16) throws(ServerError) {
    close(try ListeningSocket(host: host, port: port).descriptor)
  }

  /// Listens and serves, on threads of its own.
  ///
  /// - Returns: The port, which the system has chosen where the settings say 0.
  public func start() throws(ServerError) -> UInt16 {
    let socket = try ListeningSocket(host: settings.host, port: settings.port)
    var settings = settings
    settings.connectionLimit = min(
      settings.connectionLimit, DescriptorLimit.raise(to: settings.connectionLimit + 128) - 128)
    let daemon = try HTTPDaemon(socket: socket.descriptor, settings: settings, driver: driver)
    state.withLock { $0 = .running(daemon) }
    journal.note("listening on \(settings.host) port \(socket.port)")
    return socket.port
  }

  /// Stops gracefully: takes no new connections, lets running requests finish, then closes all
  /// connections. After the time of the settings, requests that still run are refused.
  public func stop() async {
    let daemon = state.withLock { state -> HTTPDaemon? in
      defer { state = .stopped }
      guard case .running(let daemon) = state else { return nil }
      return daemon
    }
    guard let daemon else { return }
    isServing.clear()
    driver.stopSoon()
    let deadline = DispatchTime.now() + .seconds(settings.stopSeconds)
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "koober.stop").async { [driver, journal] in
        daemon.stopListening()
        journal.note("stopping")
        _ = driver.running.wait(timeout: deadline)
        driver.giveUp()
        daemon.stop()
        continuation.resume()
      }
    }
    journal.note("stopped")
    journal.flush()
  }
}

/// A truth value that several threads look at.
final class Flag: Sendable {
  private let value: Mutex<Bool>

  init(_ value: Bool) {
    self.value = Mutex(value)
  }

  var isSet: Bool { value.withLock { $0 } }

  func clear() { value.withLock { $0 = false } }
}
