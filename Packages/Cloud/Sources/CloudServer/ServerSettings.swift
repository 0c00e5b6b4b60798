public import Core

/// How a server listens and what it allows.
public struct ServerSettings: Sendable {
  /// Where to listen.
  public struct Listener: Equatable, Sendable {
    /// A name or a number, for example `127.0.0.1` or `::`.
    let host: String
    /// 0 for any free port.
    var port: UInt16

    public init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }
  }

  /// Where clients connect.
  var listener: Listener
  /// Without one the server speaks plain HTTP, for a proxy in front of it.
  public var tls: TLSIdentity?
  /// Where metrics and readiness are served, without encryption; `nil` for nowhere.
  public var operatorListener: Listener?
  /// The most connections that a server may have at a time: each idle one takes a few KiB.
  public static let mostConnections = 12_000

  /// The most connections at a time. A further one takes the place of a slow one, and waits to be
  /// accepted while all have a request in work.
  var connectionLimit = ServerSettings.mostConnections
  /// The most connections from one IPv4 address or one IPv6 network of 56 bits: so many riders, each
  /// with a stream, may be behind the address of a mobile network. A further one takes
  /// the place of the one that has let the server wait longest, and is refused while all have a
  /// request in work.
  public var connectionsPerNetwork = 4096
  /// How long a client may take to send a request, or may be silent between two, in seconds.
  var requestSeconds = 15
  /// How long running requests may take to finish after ``HTTPServer/stop()``, in seconds.
  var stopSeconds = 30
  /// How long clients' connections without a request stay open after ``HTTPServer/stop()``, in seconds:
  /// what a proxy sends before it hears of the end is answered.
  var graceSeconds = 1
  /// How many proxies in front of the server add an address to `X-Forwarded-For`. The one that the
  /// first of them added is the client's; 0 when clients connect directly.
  public var trustedProxyCount = 0
  public var rateLimits = RateLimitPolicy.standard
  /// The bearer token that `/metrics` requires, if there is one.
  public var metricsToken: Secret?

  /// Creates settings with the usual limits.
  public init(host: String, port: UInt16) { listener = Listener(host: host, port: port) }
}
