import CloudServer
import Core
import FoundationEssentials
import Terminal

/// How a server is to serve.
struct ServeOptions: Sendable {
  static let metricsTokenVariable = "KOOBER_CLOUD_METRICS_TOKEN"

  private static let listenOption = Option(
    "listen", default: ListenAddress(host: "127.0.0.1", port: 8080),
    help: "Where to listen; port 0 is any free one.")
  private static let certificateOption = Option<String?>(
    "tls-certificate", kind: .file, help: "The certificate and those above it, in PEM.")
  private static let keyOption = Option<String?>(
    "tls-key", kind: .file, help: "The certificate's key, in PEM.")
  private static let flagsOption = Option<String?>(
    "flags", kind: .file,
    help: "The definitions of flags; without it, flags.json beside the database's file.")
  private static let workersOption = Option(
    "workers", kind: .range(1...256), default: 8,
    help: "How many requests are worked on at once, each with a connection to the database.")
  private static let proxyFlag = Flag(
    "behind-proxy", help: "Believe the last address in X-Forwarded-For, which a proxy has set.")
  private static let limitsOption = Option(
    "rate-limits", default: RateLimitChoice.standard,
    help: "Whether to limit how often a client may sign in, sign up and search.")

  static let all: [any Parameter] = [
    listenOption, DatabaseOption.database, certificateOption, keyOption, flagsOption, workersOption,
    proxyFlag, limitsOption,
  ]

  let listen: ListenAddress
  /// Both files or none.
  let tls: TLSFiles?
  /// The file of flags that was chosen.
  let flags: String?
  let workers: Int
  private let isBehindProxy: Bool
  private let rateLimits: RateLimitChoice

  /// Reads the options of a command line.
  init(_ values: ParsedValues) throws(Problem) {
    listen = values[Self.listenOption]
    flags = values[Self.flagsOption]
    workers = values[Self.workersOption]
    isBehindProxy = values[Self.proxyFlag]
    rateLimits = values[Self.limitsOption]
    switch (values[Self.certificateOption], values[Self.keyOption]) {
    case (nil, nil): tls = nil
    case (let certificate?, let key?): tls = TLSFiles(certificate: certificate, key: key)
    case (_, nil), (nil, _):
      throw Problem(
        .usage, code: "missingOption",
        message: "A certificate is of no use without its key, nor a key without its certificate.",
        hint: "Pass both --tls-certificate and --tls-key.")
    }
  }

  /// Reads the files and makes the server's settings.
  func settings(environment: [String: String]) throws(FileFailure) -> ServerSettings {
    var settings = ServerSettings(host: listen.host, port: listen.port)
    settings.tls = try tls?.read()
    settings.trustsForwardedAddress = isBehindProxy
    settings.rateLimits = rateLimits == .none ? .none : .standard
    settings.metricsToken = environment[Self.metricsTokenVariable].flatMap { token in
      token.isEmpty ? nil : Secret(token)
    }
    return settings
  }
}

/// Whether clients are limited in how often they do what costs much, or what guesses.
enum RateLimitChoice: String, CaseIterable, CommandLineValue {
  case standard, none

  static var valueName: String { "LIMITS" }
}
