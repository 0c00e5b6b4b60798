public import Core

/// How a server listens and what it allows.
public struct ServerSettings: Sendable {
  /// A certificate with its key, both in PEM.
  public struct TLS: Sendable {
    public let certificate: String
    public let key: Secret

    /// Keeps the text of both files.
    public init(certificate: String, key: Secret) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// A name or a number, for example `127.0.0.1` or `::`.
  public var host: String
  /// 0 for any free port.
  public var port: UInt16
  /// Without one the server speaks plain HTTP, for a proxy in front of it.
  public var tls: TLS?
  /// The most connections at a time; further ones wait to be accepted.
  public var connectionLimit = 4096
  /// The largest request line and header together, in bytes.
  public var headerLimit = 32 << 10
  /// How long a client may take to send a request, or may be silent between two, in seconds.
  public var requestSeconds = 15
  /// How long running requests may take to finish after ``HTTPServer/stop()``, in seconds.
  public var stopSeconds = 30
  /// Whether the address in `X-Forwarded-For` is believed; only behind a proxy that sets it.
  public var trustsForwardedAddress = false
  public var rateLimits = RateLimits.standard
  /// Who may read `/metrics`: whoever sends it as bearer token, or, without one, this machine.
  public var metricsToken: Secret?

  /// Creates settings with the usual limits.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}
