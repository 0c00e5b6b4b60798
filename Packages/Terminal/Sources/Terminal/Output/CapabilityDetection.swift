extension TerminalCapabilities {
  /// Detects capabilities without a query to the terminal itself.
  ///
  /// Color is decided by the first of these that is set: `color`, `NO_COLOR`,
  /// `CLICOLOR_FORCE`, `TERM=dumb`, whether the stream is a terminal, `COLORTERM` and `TERM`.
  /// Sources: no-color.org, bixense.com/clicolors, and the locale variables of POSIX.1-2024, 8.2.
  ///
  /// - Parameters:
  ///   - accessibleVariable: The variable that requests plain lines when it is set and not `0`, as
  ///     `ACCESSIBLE` does for all programs; where it is set, it alone decides.
  ///   - inputIsTerminal: Whether the standard input is a terminal; with `CI` nothing is asked there.
  ///   - size: The size that the terminal reports; without it `COLUMNS` and `LINES` are used.
  static func detect(
    environment: [String: String], color: ColorChoice = .auto, accessibleVariable: String? = nil,
    inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool, size: TerminalSize? = nil
  ) -> TerminalCapabilities {
    let variables = TerminalVariables(environment: environment)
    return TerminalCapabilities(
      inputIsTerminal: inputIsTerminal && !variables.isUnattended,
      outputIsTerminal: outputIsTerminal, errorIsTerminal: errorIsTerminal,
      size: size ?? variables.size,
      outputColor: variables.colorLevel(color, isTerminal: outputIsTerminal),
      errorColor: variables.colorLevel(color, isTerminal: errorIsTerminal),
      isUnicode: variables.isUnicode,
      isAccessible: variables.isAccessible(accessibleVariable),
      canMoveCursor: !variables.isDumb, notifications: variables.notifications)
  }
}

/// Understands the environment variables that speak about terminals.
struct TerminalVariables {
  let environment: [String: String]

  /// An empty variable counts as unset.
  private subscript(name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  func isSwitchedOn(_ name: String) -> Bool {
    self[name].map { $0 != "0" } ?? false
  }

  func isAccessible(_ variable: String?) -> Bool {
    isSwitchedOn(variable.flatMap { self[$0] == nil ? nil : $0 } ?? "ACCESSIBLE")
  }

  /// Whether an automatic run has started the program.
  var isUnattended: Bool { isSwitchedOn("CI") && self["CI"] != "false" }

  var isDumb: Bool { self["TERM"].map { $0 == "dumb" } ?? true }

  /// The protocol of the terminals that announce themselves; tmux and screen swallow both.
  var notifications: NotificationProtocol {
    let term = self["TERM"] ?? ""
    if term.hasPrefix("tmux") || term.hasPrefix("screen") { return .bell }
    if ["iTerm.app", "WezTerm", "ghostty"].contains(self["TERM_PROGRAM"] ?? "")
      || term.hasPrefix("xterm-kitty")
    {
      return .osc9
    }
    let isRxvtOrFoot = term.hasPrefix("rxvt") || term.hasPrefix("foot")
    return isRxvtOrFoot || self["VTE_VERSION"] != nil ? .osc777 : .bell
  }

  var size: TerminalSize {
    let columns = self["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let rows = self["LINES"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return TerminalSize(columns: min(columns ?? 80, 10_000), rows: min(rows ?? 24, 10_000))
  }

  /// The first of the three locale variables that is set decides.
  var isUnicode: Bool {
    let locale = self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? ""
    let encoding = locale.split(separator: ".").last.map { $0.prefix { $0 != "@" } } ?? ""
    return ["utf-8", "utf8"].contains(encoding.lowercased())
  }

  func colorLevel(_ choice: ColorChoice, isTerminal: Bool) -> ColorLevel {
    switch choice {
    case .never: return .none
    case .always: return max(.sixteen, terminalColors)
    case .auto: break
    }
    if self["NO_COLOR"] != nil { return .none }
    if isSwitchedOn("CLICOLOR_FORCE") { return max(.sixteen, terminalColors) }
    return isTerminal ? terminalColors : .none
  }

  private var terminalColors: ColorLevel {
    if isDumb { return .none }
    let term = self["TERM"] ?? ""
    let isFull = ["truecolor", "24bit"].contains(self["COLORTERM"]?.lowercased() ?? "")
    if isFull || term.hasSuffix("-direct") { return .full }
    return term.contains("256color") ? .palette : .sixteen
  }
}
