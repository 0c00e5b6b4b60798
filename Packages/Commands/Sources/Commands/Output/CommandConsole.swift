public import Core
import FoundationEssentials
public import Terminal

/// Where a command prints its result, and in which form.
public struct CommandConsole: Sendable {
  public let terminal: any Terminal
  public let format: OutputFormat
  public let isQuiet: Bool
  /// Whether the program tells on the standard error what it does.
  let isVerbose: Bool

  public init(
    terminal: any Terminal, format: OutputFormat, isQuiet: Bool, isVerbose: Bool = false
  ) {
    self.isVerbose = isVerbose
    self.terminal = terminal
    self.format = format
    self.isQuiet = isQuiet
  }

  /// How a list names entities: on a terminal with the beginnings of their identifiers that tell them
  /// apart, at least eight characters, which every command takes; elsewhere whole.
  public func names<Entity>(of identifiers: [Identifier<Entity>]) -> [String] {
    let whole = identifiers.map(\.rawValue)
    guard terminal.capabilities.outputIsTerminal else { return whole }
    let longest = whole.map(\.count).max() ?? 0
    let length = (8..<max(9, longest)).first { length in
      Set(whole.map { $0.prefix(length) }).count == Set(whole).count
    }
    return whole.map { String($0.prefix(length ?? longest)) }
  }

  public func print(_ document: some Encodable, text: () throws -> Void) throws {
    switch format {
    case .text:
      try text()
    case .json:
      let json = try JSONCoding.encode(document, pretty: true)
      try terminal.write(String(decoding: json, as: UTF8.self) + "\n")
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
  ///   - interruption: What Ctrl-C leaves behind: a sentence of at most 256 bytes.
  ///   - operation: The operation; it can change what is shown.
  @MainActor
  public func showingActivity<Result: Sendable>(
    _ title: String, interruption: String? = nil,
    operation: @MainActor (Activity) async throws -> Result
  ) async throws -> Result {
    try await terminal.showingActivity(
      title, clock: ContinuousClock(), isQuiet: isQuiet, interruption: interruption,
      operation: operation)
  }

  /// Writes a remark to the standard error, unless `--quiet` was passed.
  public func note(_ line: Styled) throws {
    guard !isQuiet, format == .text else { return }
    try terminal.writeErrorLine(line)
  }
}
