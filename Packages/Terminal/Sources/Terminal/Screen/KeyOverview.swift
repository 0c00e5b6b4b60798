/// The keys of a screen, shown in its place.
struct KeyOverview {
  private let hints: [KeyHint]
  private let page: Page

  /// - Parameter isLong: Whether not all keys are seen at once.
  init(hints: [KeyHint], isLong: Bool = false) {
    self.hints = hints + [KeyHint("Ctrl-C", "Leave at once")]
    let scroll = isLong ? [KeyHint("Up/Down", "Scroll")] : []
    page = Page(title: Styled("Keys", .heading), hints: scroll + [KeyHint("Esc", "Back")])
  }

  /// Draws the keys in place of a screen, in as many columns as there is room for.
  ///
  /// - Parameters:
  ///   - screen: The frame that is replaced.
  ///   - first: The first row of keys that is seen; kept within what there is.
  /// - Returns: The frame, and how many rows cannot be seen at once.
  static func frame(in screen: Frame, first: inout Int) -> (frame: Frame, hidden: Int) {
    let short = KeyOverview(hints: screen.hints).draw(in: screen, from: &first)
    guard short.hidden > 0 else { return short }
    return KeyOverview(hints: screen.hints, isLong: true).draw(in: screen, from: &first)
  }

  private func draw(in screen: Frame, from first: inout Int) -> (frame: Frame, hidden: Int) {
    var frame = Frame(size: screen.size, isUnicode: screen.isUnicode)
    let region = page.drawWithoutKeys(in: &frame)
    let columns = max(
      1, min(region.columns / (widest + 2), (hints.count - 1) / max(1, region.rows) + 1))
    let lines = columns > 1 ? hints.map(line) : hints.flatMap { wrapped($0, region.columns) }
    let rows = (lines.count + columns - 1) / columns
    let hidden = max(0, rows - region.rows)
    first = min(max(0, first), hidden)
    for (index, line) in lines.enumerated() where (first..<first + region.rows) ~= index % rows {
      frame.write(
        line, column: region.column + index / rows * (region.columns / columns),
        row: region.row + index % rows - first)
    }
    return (frame, hidden)
  }

  private var keyWidth: Int { 2 + (hints.map(\.key.displayWidth).max() ?? 0) }

  private var widest: Int { hints.map { line(of: $0).displayWidth }.max() ?? 0 }

  private func line(of hint: KeyHint) -> Styled {
    let gap = String(repeating: " ", count: keyWidth - hint.key.displayWidth)
    return "\(hint.key, .bold)\(gap)\(hint.meaning)"
  }

  /// The hint in one line, or in two where there is no room beside the key.
  private func wrapped(_ hint: KeyHint, _ columns: Int) -> [Styled] {
    let line = line(of: hint)
    guard line.displayWidth > columns else { return [line] }
    return [Styled(hint.key, .bold)]
      + hint.meaning.wrapped(to: max(1, columns - 2)).map { "  \($0)" }
  }
}
