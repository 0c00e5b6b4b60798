import Console
import Terminal

/// The values of the options that all commands share.
struct GlobalOptions: Sendable {
  var output = OutputFormat.text
  /// The variants of this run, each `KEY=VARIANT`.
  var flags: [String] = []
  var color = ColorChoice.auto
  var isQuiet = false
  var isVerbose = false
  /// The cloud of this run; without it the configuration decides.
  var cloud: CloudChoice?
  var cloudAuthority: String?
  /// Whether passwords may travel to another machine without encryption.
  var allowsInsecureHTTP = false
  /// How long an answer of the cloud may take; no limit without it.
  var timeout: Duration?

  static let cloudOption = Option<CloudChoice?>(
    "cloud", help: "Which cloud to use; KOOBER_CLOUD without it, or the embedded one.")
  static let cloudAuthorityOption = Option<String?>(
    "cloud-ca", kind: .file, help: "Trust the certificates in this file, in PEM form.")
  static let insecureHTTPFlag = Flag(
    "insecure-http", help: "Allow http to another machine: others can read passwords on the way.")
  static let flagOption = Option<[String]>(
    "flag", kind: .standard.named("KEY=VARIANT").completing(.flagChoices),
    help: "Choose a flag's variant for this run.")
  static let verboseFlag = Flag("verbose", short: "v", help: "Log the requests to the cloud.")
  static let timeoutOption = Option<Double?>(
    "timeout", kind: .range(0.001...86_400).named("SECONDS"),
    help: "Give up on an answer of the cloud that takes longer.")

  static let all: [any Parameter] = [
    CommonOptions.output, cloudOption, cloudAuthorityOption, insecureHTTPFlag, flagOption,
    CommonOptions.color, CommonOptions.quiet, verboseFlag, timeoutOption,
  ]

  init() {}

  init(_ values: ParsedValues) {
    output = values[CommonOptions.output]
    cloud = values[Self.cloudOption]
    cloudAuthority = values[Self.cloudAuthorityOption]
    allowsInsecureHTTP = values[Self.insecureHTTPFlag]
    flags = values[Self.flagOption]
    color = values[CommonOptions.color]
    isQuiet = values[CommonOptions.quiet]
    isVerbose = values[Self.verboseFlag]
    timeout = values[Self.timeoutOption].map { .seconds($0) }
  }

  /// The console that they make of a terminal.
  func console(on terminal: any Terminal) -> CommandConsole {
    CommandConsole(terminal: terminal, format: output, isQuiet: isQuiet, isVerbose: isVerbose)
  }
}
