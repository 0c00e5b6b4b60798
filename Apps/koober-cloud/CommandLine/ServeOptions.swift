import Basics
import Cloud
import CloudRoutes
import CloudServer
import Core
import CoreHTTP
import FoundationEssentials
import Terminal

struct ServeOptions: Sendable {
  static let metricsTokenVariable = "KOOBER_CLOUD_METRICS_TOKEN"
  static let evaluationTokenVariable = "KOOBER_CLOUD_EVALUATION_TOKEN"

  private static let listenOption = Option(
    "listen", default: ListenAddress(host: "127.0.0.1", port: 8080),
    help: "Where to listen; port 0 is any free one.")
  private static let operatorOption = Option<ListenAddress?>(
    "metrics-listen",
    help: """
      Where /metrics and /readyz are served, unencrypted; without it 127.0.0.1, on the port of \
      --listen plus 1000, or any free one when that is 0 or there is none.
      """)
  private static let certificateOption = Option<String?>(
    "tls-certificate", kind: .file, help: "The certificate and those above it, in PEM.")
  private static let keyOption = Option<String?>(
    "tls-key", kind: .file, help: "The certificate's key, in PEM.")
  private static let flagsOption = Option<String?>(
    "flags", kind: .file,
    help: """
      The definitions of flags, which win over published ones; without it those that 'flags \
      publish' has published, or else flags.json beside the database's file.
      """)
  private static let workersOption = Option(
    "workers", kind: .range(1...256), default: 8,
    help: "How many requests are worked on at once, each with a connection to the database.")
  private static let proxyFlag = Flag(
    "behind-proxy",
    help: "Take a client's address from X-Forwarded-For, to which each trusted proxy adds one.")
  private static let insecureHTTPFlag = Flag(
    "insecure-http",
    help: "Serve other machines without TLS: others can read passwords on the way.")
  private static let proxyCountOption = Option(
    "trusted-proxies", kind: .range(1...16), default: 1,
    help: "With --behind-proxy, how many proxies stand one behind the other.")
  private static let connectionsOption = Option(
    "connections-per-address", kind: .range(1...ServerSettings.mostConnections), default: 4096,
    help: """
      The most connections from one IPv4 address or one IPv6 /56; the slowest without a request in \
      work makes room for a further one. Not counted with --behind-proxy.
      """)
  private static let limitsOption = Option(
    "rate-limits", default: RateLimitChoice.standard,
    help: "Whether to limit how often one caller may send requests.")

  private static let driversOption = Option(
    "drivers", default: DriverAdmission.open,
    help: "Who may drive: whoever registers a car, or those whom 'drivers approve' has approved.")
  private static let osrmOption = Option<CloudAddress?>(
    "osrm", kind: .address(port: 5000),
    help: "The address of OSRM, which plans the routes; without it they follow a grid of streets.")
  private static let osrmFallbackFlag = Flag(
    "osrm-fallback", help: "Plan routes along the grid while OSRM does not answer.")

  static let all: [any Parameter] = [
    listenOption, operatorOption, DatabaseOption.database, certificateOption, keyOption,
    flagsOption, workersOption, insecureHTTPFlag, proxyFlag, proxyCountOption, connectionsOption,
    limitsOption, driversOption, osrmOption, osrmFallbackFlag,
  ]

  private let values: ParsedValues
  let tls: TLSFiles?
  var listen: ListenAddress { values[Self.listenOption] }
  /// Where metrics and readiness are served.
  var operatorListen: ListenAddress { values[Self.operatorOption] ?? listen.defaultForOperators }
  /// The file of flags that was chosen.
  var flags: String? { values[Self.flagsOption] }
  var workers: Int { values[Self.workersOption] }
  var driversNeedApproval: Bool { values[Self.driversOption] == .approved }
  /// Where OSRM is; `nil` to plan routes along the grid.
  var osrm: CloudAddress? { values[Self.osrmOption] }

  init(_ values: ParsedValues) throws(Problem) {
    self.values = values
    guard values[Self.osrmOption] != nil || !values[Self.osrmFallbackFlag] else {
      throw Problem(
        .usage, code: "missingOption", message: "Nothing is asked before the grid.",
        hint: "Pass --osrm with --osrm-fallback.")
    }
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

  /// Returns the model that plans routes: OSRM, or the built-in one without `--osrm`.
  func makeRouteModel(_ dependency: AppDependency) -> any RouteModel {
    guard let model = makeOSRM(dependency) else { return BuiltInRouteModel() }
    return values[Self.osrmFallbackFlag]
      ? FallbackRouteModel(model, otherwise: StreetGridRouteModel()) : model
  }

  /// Returns the model that asks OSRM; `nil` without `--osrm`.
  func makeOSRM(_ dependency: AppDependency) -> OSRMRouteModel? {
    osrm.map { address in
      OSRMRouteModel(
        transport: HTTPTransport(
          settings: .engine(at: address), wallClock: dependency.wallClock,
          randomBytes: dependency.randomBytes), wallClock: dependency.wallClock)
    }
  }

  /// Refuses to let others on the network read passwords.
  func requireEncryption() throws(Problem) {
    guard !listen.isLoopback, tls == nil, !values[Self.proxyFlag], !values[Self.insecureHTTPFlag]
    else { return }
    throw Problem(
      .configuration, code: "unencrypted",
      message: "Passwords could be read on their way to \(listen.authority).",
      hint: """
        Pass --tls-certificate and --tls-key, --behind-proxy when a proxy encrypts, or \
        --insecure-http.
        """)
  }

  /// Reads the files and makes the server's settings; refuses to open passwords or metrics to the
  /// network.
  func settings(environment: [String: String]) throws -> ServerSettings {
    try requireEncryption()
    var settings = ServerSettings(host: listen.host, port: listen.port)
    settings.operatorListener = ServerSettings.Listener(
      host: operatorListen.host, port: operatorListen.port)
    settings.tls = try tls?.read()
    let isBehindProxy = values[Self.proxyFlag]
    settings.trustedProxyCount = isBehindProxy ? values[Self.proxyCountOption] : 0
    // All connections come from the proxy then, which has to limit its clients itself.
    settings.connectionsPerNetwork =
      isBehindProxy ? ServerSettings.mostConnections : values[Self.connectionsOption]
    settings.rateLimits = values[Self.limitsOption] == .none ? .none : .standard
    settings.metricsToken = environment.secret(Self.metricsTokenVariable)
    guard settings.metricsToken != nil || operatorListen.isLoopback else {
      throw Problem(
        .usage, code: "openMetrics",
        message: "Metrics on \(operatorListen.authority) would be open to the network.",
        hint: "Set \(Self.metricsTokenVariable), or choose an address of this machine.")
    }
    return settings
  }
}

extension ValueKind<CloudAddress> {
  /// An address of a server; the example has this port.
  static func address(port: Int) -> ValueKind {
    ValueKind(valueName: "URL", constraint: "an address such as http://127.0.0.1:\(port)") {
      argument throws(InvalidValueError) in
      do throws(CloudAddress.ParsingError) {
        return try CloudAddress(parsing: argument)
      } catch {
        throw InvalidValueError(error.description)
      }
    }
  }
}

extension [String: String] {
  /// A secret of the environment; `nil` for one that is empty.
  func secret(_ name: String) -> Secret? { self[name].flatMap { $0.isEmpty ? nil : Secret($0) } }
}

/// Whether clients are limited in how often they do what costs much, or what guesses.
enum RateLimitChoice: String, CaseIterable, CommandLineValue {
  case standard, none

  static var valueName: String { "LIMITS" }
}

/// The drivers who may start a shift.
enum DriverAdmission: String, CaseIterable, CommandLineValue {
  case open, approved

  static var valueName: String { "DRIVERS" }
}

/// Where a server listens: `HOST:PORT`, the host of an IPv6 address in brackets.
struct ListenAddress: Equatable {
  let host: String
  /// 0 for any free one.
  let port: UInt16

  var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether only programs on this machine can connect.
  var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.") && !host.contains { $0.isLetter }
  }

  /// The default address for operators of a server that listens here.
  var defaultForOperators: ListenAddress {
    let (sum, overflows) = port.addingReportingOverflow(1000)
    return ListenAddress(host: "127.0.0.1", port: port == 0 || overflows ? 0 : sum)
  }
}

extension ListenAddress: CommandLineValue {
  init(argument: String) throws(InvalidValueError) {
    let mistake = InvalidValueError("must be HOST:PORT, for example 127.0.0.1:8080 or [::1]:0")
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { throw mistake }
    var host = argument[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw mistake
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw mistake }
    self.init(host: String(host), port: port)
  }

  var argument: String { authority }
  static var valueName: String { "HOST:PORT" }
}
