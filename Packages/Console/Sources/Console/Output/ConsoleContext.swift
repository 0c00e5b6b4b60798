public import Core
import FoundationEssentials
public import Terminal

/// The context that the commands of every feature require: the console.
///
/// A feature refines it with a method that hands over its container, and declares its commands for
/// every context that conforms; the program conforms once.
public protocol ConsoleContext: Sendable {
  /// Where a command prints, and in which form.
  var console: CommandConsole { get }
}

/// The context of commands that show screens, or what changes.
public protocol ScreenContext: ConsoleContext {
  /// Makes a navigator without screens, whose status line says since when the cloud has not answered.
  @MainActor func makeNavigator() -> Navigator
}

extension ConsoleContext {
  public var terminal: any Terminal { console.terminal }

  /// Prints the one document of a command, or its text.
  public func print(_ document: some Encodable, text: () throws -> Void) throws {
    switch console.format {
    case .text: try text()
    case .json:
      let json = try JSONCoding.encode(document, pretty: true)
      try terminal.write(String(decoding: json, as: UTF8.self) + "\n")
    }
  }

  /// Prints the one document of a command, or a line of text.
  public func print(_ document: some Encodable, line: Styled) throws {
    try print(document) { try terminal.writeLine(line) }
  }

  /// Prints the one document of a command, or a table, and a remark when it has no rows.
  public func print(_ document: some Encodable, table: Table, ifEmpty remark: Styled) throws {
    try print(document) {
      try terminal.write(table)
      if table.isEmpty { try note(remark) }
    }
  }

  /// Prints one document of several on a line of its own, at once.
  public func printLine(_ document: some Encodable) throws {
    try terminal.write(String(decoding: JSONCoding.encode(document), as: UTF8.self) + "\n")
    try terminal.flush()
  }

  /// Runs an operation, with activity shown on a terminal when it takes long.
  ///
  /// - Parameters:
  ///   - title: The activity, for example `"Asking for your rides"`.
  ///   - interruption: The effect of Ctrl-C: a sentence of at most 256 bytes.
  ///   - operation: The operation; it can change what is shown.
  @MainActor public func showingActivity<Result: Sendable>(
    _ title: String, interruption: String? = nil,
    operation: @MainActor (Activity) async throws -> Result
  ) async throws -> Result {
    try await terminal.showingActivity(
      title, clock: ContinuousClock(), isQuiet: console.isQuiet, interruption: interruption,
      operation: operation)
  }

  /// Writes a remark to the standard error, unless `--quiet` was passed.
  public func note(_ line: Styled) throws {
    guard !console.isQuiet, console.format == .text else { return }
    try terminal.writeErrorLine(line)
  }

  /// Whether a screen can be drawn, nothing else is written there, and the rider can leave it.
  public var canShowPictures: Bool {
    let capabilities = terminal.capabilities
    return console.format == .text && capabilities.inputIsTerminal && capabilities.canRedraw
      && !(console.isVerbose && capabilities.errorIsTerminal)
  }

  /// Ends the command at once when it will have to ask and no terminal can answer.
  public func requireTerminal(orPass option: String) throws(PromptError) {
    guard terminal.capabilities.canPrompt else { throw .noTerminal(option: option) }
  }
}

/// Where a command prints its result, and in which form.
public struct CommandConsole: ConsoleContext {
  public let terminal: any Terminal
  public let format: OutputFormat
  public let isQuiet: Bool
  /// Whether the program tells on the standard error what it does.
  let isVerbose: Bool

  public init(
    terminal: any Terminal, format: OutputFormat, isQuiet: Bool, isVerbose: Bool = false
  ) {
    (self.isVerbose, self.terminal) = (isVerbose, terminal)
    (self.format, self.isQuiet) = (format, isQuiet)
  }

  public var console: CommandConsole { self }
}

extension RiderProfile {
  /// The whole profile, as commands and screens show it.
  public var record: KeyValueList {
    KeyValueList([
      ("Name", Styled(name)), ("Nickname", Styled(nickname)), ("E-mail", Styled(email)),
      ("Mobile number", Styled(mobileNumber)),
    ])
  }
}

extension ConsoleContext {
  public func print(profile: RiderProfile) throws {
    try print(["profile": profile]) { try terminal.write(profile.record) }
  }
}
