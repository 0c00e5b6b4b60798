public import Core
public import Terminal

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
    self.isVerbose = isVerbose
    self.terminal = terminal
    self.format = format
    self.isQuiet = isQuiet
  }

  public var console: CommandConsole { self }

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
}
