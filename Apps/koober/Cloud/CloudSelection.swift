import Basics
import Console
import Core
import CoreHTTP
import FeatureFlags
import Glibc
import Terminal

/// The cloud of this run, as an option, a variable or the file `cloud.json` in the configuration folder
/// chooses it.
struct CloudSelection: Sendable {
  private let cloud: Setting<CloudChoice>
  /// A file with the certificates to trust instead of the machine's.
  let certificateAuthority: Setting<String?>
  /// Where the embedded cloud asks OSRM for routes; `nil` where it plans them itself.
  let osrm: Setting<CloudAddress?>
  /// Why the file was left aside.
  let problem: Problem?

  var choice: CloudChoice { cloud.value }
  /// Where the choice was made.
  var origin: String { cloud.origin }
  /// Whether the choice is that of the rider; not where only the file that was left aside has it.
  var isKnown: Bool { problem == nil || !cloud.isBuiltIn }

  /// Determines the choice.
  ///
  /// A file whose content makes no sense is left aside where the choice is made elsewhere.
  /// - Parameters:
  ///   - isRepair: Whether the run continues without a file that cannot be used.
  ///   - needsCloud: Whether the run is pointless without the choice in such a file.
  /// - Throws: ``Problem`` when a place holds something that is no choice.
  init(
    options: GlobalOptions, environment: [String: String], folders: XDGDirectories,
    isRepair: Bool, needsCloud: Bool
  ) throws(Problem) {
    let path = folders.cloudChoice
    var (file, problem) = ([String: String](), Problem?.none)
    do throws(Problem) {
      let found = try Self.file(path)
      file["certificateAuthority"] = found["certificateAuthority"]
      if let text = found["osrm"] {
        _ = try Self.osrm(text, from: path)
        file["osrm"] = text
      }
      if let text = found["cloud"] {
        _ = try Self.choice(text, from: path)
        file["cloud"] = text
      }
    } catch {
      guard isRepair || error.code == Self.badCloud else { throw error }
      problem = error
    }
    self.problem = problem
    osrm = try Setting(
      variable: environment.variable(Self.osrmVariable), file: (path, file["osrm"]), default: nil,
      parse: Self.osrm)
    cloud = try Setting(
      option: ("--cloud", options.cloud), variable: environment.variable("KOOBER_CLOUD"),
      file: (path, file["cloud"]), default: .embedded, parse: Self.choice)
    if let problem, needsCloud, cloud.isBuiltIn { throw problem }
    certificateAuthority = Setting(
      // An absent option must not become a value that is nil.
      option: ("--cloud-ca", options.cloudAuthority.map(Optional.some)),
      variable: environment.variable("KOOBER_CLOUD_CA"),
      file: (path, file["certificateAuthority"]), default: nil
    ) { text, _ in text }
    try requireUsable(options, environment)
  }

  /// Refuses an address that is not encrypted, and certificates that cannot be read.
  private func requireUsable(
    _ options: GlobalOptions, _ environment: [String: String]
  ) throws(Problem) {
    if choice.isExposed, !options.allowsInsecureHTTP, environment["KOOBER_INSECURE_HTTP"] != "1" {
      throw Problem(
        .configuration, code: "unencrypted",
        message: "\(choice.argument) is not encrypted: "
          + "others can read passwords on their way to it.",
        hint: "Use an address with https, or pass --insecure-http (KOOBER_INSECURE_HTTP=1).")
    }
    if case .network = choice, let file = certificateAuthority.value, access(file, R_OK) != 0 {
      throw FileError(errorNumber: errno, path: file).problem
    }
  }

  private static let badCloud = "badCloud"

  private static func choice(_ text: String, from origin: String) throws(Problem) -> CloudChoice {
    do {
      return try CloudChoice(argument: text)
    } catch {
      throw Problem(
        .configuration, code: badCloud, message: "\(origin) names no cloud: \(error.reason).",
        hint: "Correct it, or choose with --cloud.")
    }
  }

  static let osrmVariable = "KOOBER_OSRM"

  private static func osrm(_ text: String, from origin: String) throws(Problem) -> CloudAddress {
    do {
      return try CloudAddress(parsing: text)
    } catch {
      throw Problem(
        .configuration, code: badCloud, message: "\(origin) names no OSRM: \(error).",
        hint: "An address looks like http://127.0.0.1:5000.")
    }
  }

  /// The flags that are decided above all other levels: a cloud on the network is reached over HTTP
  /// and plans its routes itself, and the embedded one asks OSRM where that is.
  var decidedFlags: FlagOverrides {
    guard case .network = choice else { return osrm.value == nil ? [:] : [routeModel.flag: "osrm"] }
    return [cloudTransportMaker.flag: "http", routeModel.flag: routeModel.defaultVariant]
  }

  /// Reads the file `cloud.json` of the configuration folder; a missing one chooses nothing.
  private static func file(_ path: String) throws(Problem) -> [String: String] {
    let file = ChoiceFile(
      path: path,
      remedy: #"Write {"cloud": "https://..."}, or delete it to use the embedded cloud."#)
    let choices = try file.read { error in
      Problem(
        .configuration, code: badCloud, message: "\(path): \(error.reason).", hint: error.remedy)
    }
    let known = ["cloud", "certificateAuthority", "osrm"]
    if let problem = file.unknown(in: choices, known: known, code: badCloud).first {
      throw problem
    }
    return choices
  }
}

enum CloudChoice: Equatable {
  /// The cloud of this machine's user, on this machine.
  case embedded
  /// A cloud that many riders share.
  case network(CloudAddress)

  /// The address of a cloud on the network.
  private var address: CloudAddress? {
    if case .network(let address) = self { address } else { nil }
  }

  /// The prefix of the file names of a cloud on the network; `nil` for the embedded one.
  var fileName: String? { address?.fileName }

  /// Whether passwords are sent without encryption.
  var isExposed: Bool { address.map { !$0.isEncrypted && !$0.isLocal } ?? false }
}

extension CloudChoice: CommandLineValue {
  init(argument: String) throws(InvalidValueError) {
    do {
      self = try argument == "embedded" ? .embedded : .network(CloudAddress(parsing: argument))
    } catch {
      throw InvalidValueError("use 'embedded', or an address: \(error.description)")
    }
  }

  var argument: String { address?.description ?? "embedded" }
  static var valueName: String { "embedded|URL" }
  static var completion: Completion { .values(["embedded"]) }
}
