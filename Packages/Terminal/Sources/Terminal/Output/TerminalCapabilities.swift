/// The capabilities of the terminal, file or pipe behind a program's streams; by default, of a pipe.
public struct TerminalCapabilities: Sendable, Equatable {
  /// Whether the standard input, output and error are terminals.
  public var inputIsTerminal = false
  public var outputIsTerminal = false
  public var errorIsTerminal = false
  public var size = TerminalSize()
  /// The colors for the standard output and the standard error.
  public var outputColor = ColorLevel.none
  public var errorColor = ColorLevel.none
  /// Whether characters beyond ASCII are shown.
  public var isUnicode = true
  /// Whether plain lines are requested: no animation, no cursor movement, no drawings.
  public var isAccessible = false
  /// Whether the terminal obeys control sequences; `false` for `TERM=dumb`.
  public var canMoveCursor = false
  /// How a notification on the desktop is asked for.
  public var notifications = NotificationProtocol.bell

  /// No terminal at any stream.
  public static var pipe: TerminalCapabilities { TerminalCapabilities() }
  /// Whether a question can be asked: the input and one of the outputs are terminals.
  public var canPrompt: Bool { inputIsTerminal && (errorIsTerminal || outputIsTerminal) }
  /// Whether lines can be redrawn in place on the standard output.
  public var canRedraw: Bool { outputIsTerminal && canMoveCursor && !isAccessible }

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

/// A size in character cells.
public struct TerminalSize: Sendable, Equatable {
  /// The cells of a row; at least 1.
  public var columns: Int
  /// The rows; at least 1.
  public var rows: Int

  /// Creates a size; 80×24 by default.
  public init(columns: Int = 80, rows: Int = 24) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
  }
}

/// How many colors are used.
public enum ColorLevel: Sendable, Comparable, CaseIterable {
  /// No color and no other attribute.
  case none
  /// The sixteen colors of the terminal's theme.
  case sixteen
  /// The theme's, a cube of 6×6×6 colors, and grays.
  case palette
  /// 24 bits.
  case full
}

/// The values of `--color`.
public enum ColorChoice: String, CaseIterable, CommandLineValue {
  case auto, always, never

  public static var valueName: String { "WHEN" }
}

/// The environment variables about terminals.
private struct TerminalVariables {
  let environment: [String: String]

  /// An empty variable counts as unset.
  private subscript(name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  func isSwitchedOn(_ name: String) -> Bool { self[name].map { $0 != "0" } ?? false }

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
    TerminalSize(columns: count("COLUMNS") ?? 80, rows: count("LINES") ?? 24)
  }

  private func count(_ name: String) -> Int? {
    self[name].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 10_000) : nil }
  }

  /// The first of the three locale variables that is set decides.
  var isUnicode: Bool {
    let locale = self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? ""
    let encoding = locale.split(separator: ".").last.map { $0.prefix { $0 != "@" } } ?? ""
    return ["utf-8", "utf8"].contains(encoding.lowercased())
  }

  func colorLevel(_ choice: ColorChoice, isTerminal: Bool) -> ColorLevel {
    if choice == .never || (choice == .auto && self["NO_COLOR"] != nil) { return .none }
    if choice == .always || isSwitchedOn("CLICOLOR_FORCE") { return max(.sixteen, terminalColors) }
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
