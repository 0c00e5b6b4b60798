/// The capabilities of the terminal, file or pipe behind a program's streams; by default, of a pipe.
public struct TerminalCapabilities: Sendable, Equatable {
  /// Whether the standard input comes from a terminal.
  public var inputIsTerminal = false

  /// Whether the standard output goes to a terminal.
  public var outputIsTerminal = false

  /// Whether the standard error goes to a terminal.
  public var errorIsTerminal = false

  /// The size in characters.
  public var size = TerminalSize()

  /// The colors for the standard output.
  public var outputColor = ColorLevel.none

  /// The colors for the standard error.
  public var errorColor = ColorLevel.none

  /// Whether characters beyond ASCII are shown.
  public var isUnicode = true

  /// Whether plain lines are requested: no animation, no cursor movement, no drawings.
  public var isAccessible = false

  /// Whether the terminal obeys control sequences; `false` for `TERM=dumb`.
  public var canMoveCursor = false

  /// How a notification on the desktop is asked for.
  public var notifications = NotificationProtocol.bell

  /// A terminal at all three streams.
  public static func terminal(
    _ size: TerminalSize = TerminalSize(), color: ColorLevel = .none, isUnicode: Bool = true,
    isAccessible: Bool = false, canMoveCursor: Bool = true
  ) -> TerminalCapabilities {
    TerminalCapabilities(
      inputIsTerminal: true, outputIsTerminal: true, errorIsTerminal: true, size: size,
      outputColor: color, errorColor: color, isUnicode: isUnicode, isAccessible: isAccessible,
      canMoveCursor: canMoveCursor)
  }

  /// No terminal at any stream.
  public static var pipe: TerminalCapabilities { TerminalCapabilities() }

  /// Whether a question can be asked: the input and one of the outputs are terminals.
  public var canPrompt: Bool { inputIsTerminal && (errorIsTerminal || outputIsTerminal) }

  /// Whether lines can be redrawn in place on the standard output.
  public var canRedraw: Bool { outputIsTerminal && canMoveCursor && !isAccessible }
}

/// A size in character cells.
public struct TerminalSize: Sendable, Equatable {
  /// The cells of a row; at least 1.
  public var columns: Int

  /// The rows; at least 1.
  public var rows: Int

  /// Creates a size; 80×24 by default.
  public init(columns: Int = 80, rows: Int = 24) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}

/// How many colors are used.
public enum ColorLevel: Int, Sendable, Comparable, CaseIterable {
  /// No color and no other attribute.
  case none
  /// The sixteen colors of the terminal's theme.
  case sixteen
  /// The theme's, a cube of 6×6×6 colors, and grays.
  case palette
  /// 24 bits.
  case full

  public static func < (a: ColorLevel, b: ColorLevel) -> Bool { a.rawValue < b.rawValue }
}

/// The values of `--color`.
public enum ColorChoice: String, CaseIterable, CommandLineValue {
  case auto, always, never

  public static var valueName: String { "WHEN" }
}
