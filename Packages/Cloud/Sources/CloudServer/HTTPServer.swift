public import Cloud
import CloudStore
public import Core
import FoundationEssentials
import Glibc
import Synchronization

/// Serves a cloud over HTTP.
public final class HTTPServer: Sendable {
  private enum State {
    case new
    case running(EventLoop, operatorPort: UInt16?, dispatching: Task<Void, Never>)
    case stopped
  }

  private let settings: ServerSettings
  private let shared: ConnectionHandler.Shared
  private let dispatcher: Dispatcher
  private let state = Mutex(State.new)

  /// Creates a server; it listens after ``start()``.
  public init(dependencies: any CloudDependencies, settings: ServerSettings, log: any ServerLog) {
    self.settings = settings
    let metrics = ServerMetrics()
    let container = CloudContainer(dependencies: dependencies)
    let router = container.makeRouter()
    dispatcher = container.makeDispatcher()
    let operation = OperationEndpoints(
      store: dependencies.database.store, routeModel: dependencies.routeModel,
      metrics: metrics, events: router.events, metricsToken: settings.metricsToken, log: log,
      clock: dependencies.clock, openAPI: OpenAPIDocument().json)
    shared = ConnectionHandler.Shared(
      handler: RequestHandler(
        router: router, operation: operation,
        limits: RateLimiter(settings.rateLimits, clock: dependencies.clock),
        trustedProxyCount: settings.trustedProxyCount), events: router.events, metrics: metrics,
      log: AccessLog(log: log, clock: dependencies.clock, randomBytes: dependencies.randomBytes),
      encoder: ResponseEncoder(isSecure: settings.tls != nil),
      limits: HTTPLimits(
        requestSeconds: settings.requestSeconds, graceSeconds: settings.graceSeconds),
      clock: dependencies.clock)
  }

  /// Finds out whether a server could listen there.
  public static func requireFree(host: String, port: UInt16) throws(ServerError) {
    close(try ListeningSocket(host: host, port: port).descriptor)
  }

  /// The port on which metrics and readiness are served, while the server runs.
  public var operatorPort: UInt16? {
    state.withLock { state in if case .running(_, let port, _) = state { port } else { nil } }
  }

  /// Listens and serves on separate threads.
  ///
  /// - Returns: The port; chosen by the system if the settings have 0.
  public func start() throws(ServerError) -> UInt16 {
    let tls = try settings.tls.map { (identity) throws(ServerError) in try makeContext(identity) }
    let socket = try ListeningSocket(host: settings.listener.host, port: settings.listener.port)
    var listeners = [
      EventLoop.Listener(
        socket: socket.descriptor, audience: .clients, tls: tls,
        connectionsPerNetwork: settings.connectionsPerNetwork)
    ]
    var operatorPort: UInt16?
    do throws(ServerError) {
      if let listener = settings.operatorListener {
        let socket = try ListeningSocket(host: listener.host, port: listener.port)
        operatorPort = socket.port
        listeners.append(
          EventLoop.Listener(
            socket: socket.descriptor, audience: .operators, tls: nil, connectionsPerNetwork: 64))
      }
      let limit = DescriptorLimit.raise(to: settings.connectionLimit + 256) - 256
      let loop = try EventLoop()
      try loop.start(
        listeners: listeners, connectionLimit: max(1, min(settings.connectionLimit, limit)),
        shared: shared)
      let dispatching = Task { [dispatcher, log = shared.log] in
        await dispatcher.run { reason in
          log.note("rides cannot be offered: \(reason)", level: .error)
        }
      }
      state.withLock { $0 = .running(loop, operatorPort: operatorPort, dispatching: dispatching) }
    } catch {
      for listener in listeners { close(listener.socket) }
      throw error
    }
    shared.log.note("listening on \(settings.listener.host) port \(socket.port)")
    return socket.port
  }

  private func makeContext(_ identity: TLSIdentity) throws(ServerError) -> TLSContext {
    let days = try identity.check(at: shared.clock.now)
    if days < TLSIdentity.warningDays {
      shared.log.note("the certificate expires in \(days) days", level: .error)
    }
    return try TLSContext(identity)
  }

  /// Reads another certificate for the connections that come. With one that cannot be used, which is
  /// logged, the server keeps the last one.
  public func renewCertificate(_ read: () throws -> TLSIdentity) {
    do {
      let context = try makeContext(try read())
      state.withLock { state in
        if case .running(let loop, _, _) = state { loop.post(.certificate(context)) }
      }
      shared.log.note("the certificate was read again")
    } catch {
      let reason = (error as? any ProblemConvertible)?.problem.message ?? "\(error)"
      shared.log.note("the last certificate stays: \(reason)", level: .error)
    }
  }

  /// Stops gracefully: takes no new connections, lets running requests and those that come on open
  /// connections finish, then closes all connections. After the times of the settings no more requests
  /// are read, and those that still run are answered with 503.
  public func stop() async {
    let loop = state.withLock { state -> EventLoop? in
      defer { state = .stopped }
      guard case .running(let loop, _, let dispatching) = state else { return nil }
      dispatching.cancel()
      return loop
    }
    guard let loop else { return }
    loop.post(.stop(seconds: settings.stopSeconds))
    await loop.waitForEnd()
    shared.log.note("stopped")
    shared.log.flush()
  }
}

/// How many files and sockets this process may have open.
enum DescriptorLimit {
  /// Raises the limit as far as the system lets the process, at most to a number, and returns it.
  static func raise(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
      // Without the raise the old limit holds, which is read below.
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return limit.rlim_cur > rlim_t(Int32.max) ? wanted : Int(limit.rlim_cur)
  }
}

/// An error that prevents the start of a server.
public enum ServerError: Error, Equatable {
  /// The address is not one of this machine, is taken, or may not be used; the reason ends a
  /// sentence.
  case cannotListen(address: String, reason: String)
  /// The HTTP library refused, for example the certificate; the reason ends a sentence.
  case cannotServe(reason: String)
}

extension ServerError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .cannotListen(let address, let reason):
      Problem(
        .configuration, code: "cannotListen", message: "\(address) cannot be served: \(reason).",
        hint: "Choose another --listen or --metrics-listen address, or stop the program that uses "
          + "this one.")
    case .cannotServe(let reason):
      Problem(
        .configuration, code: "cannotServe", message: "The server did not start: \(reason).",
        hint: "Check the certificate and its key.")
    }
  }
}
