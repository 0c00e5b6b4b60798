/// Lines at the end of the output that are replaced by newer ones, for a command that watches.
///
/// Where lines cannot be redrawn, every call writes its lines below the others: the caller then
/// calls only when something changed, with one line. ``isRedrawing`` says which it is.
public struct LiveRegion: Sendable {
  private let terminal: any Terminal
  private var drawn: [Int] = []

  public init(terminal: any Terminal) { self.terminal = terminal }

  /// Whether ``draw(_:)`` replaces what it wrote before.
  public var isRedrawing: Bool { terminal.capabilities.canRedraw }

  /// Shows the lines and writes them out at once; those that do not fit the screen are cut.
  public mutating func draw(_ lines: [Styled]) throws(TerminalError) {
    let capabilities = terminal.capabilities
    var (lines, erasure) = (lines, "")
    if isRedrawing {
      let size = capabilities.size
      lines = lines.prefix(max(1, size.rows - 1)).map {
        $0.truncated(to: size.columns, isUnicode: capabilities.isUnicode)
      }
      erasure = erase(columns: size.columns)
      drawn = lines.map(\.displayWidth)
    }
    let color = capabilities.outputColor
    try terminal.write(erasure + lines.map { $0.rendered(color) + "\n" }.joined())
    try terminal.flush()
  }

  /// Removes the lines, so that something else can be written there.
  public mutating func clear() throws(TerminalError) {
    guard !drawn.isEmpty else { return }
    try terminal.write(erase(columns: terminal.capabilities.size.columns))
    try terminal.flush()
    drawn = []
  }

  /// Goes back to the first line and clears the rest; a line that the terminal has broken since,
  /// because it became narrower, counts with all its rows.
  private func erase(columns: Int) -> String {
    let rows = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    return rows == 0 ? "" : "\u{1B}[\(rows)A\r\u{1B}[J"
  }
}
