/// The frame around the content of a screen: a title above it; below it what is going on or went
/// wrong, and what the keys do.
///
/// On a small terminal the content comes first: the line under the title, the title, the hints and
/// the notices take what is left.
public struct Page: Sendable {
  /// The name of the app or of the screen.
  public var title: Styled
  /// At the end of the title's row; left out where the title needs the room.
  public var status: Styled
  /// Lines that are wrapped, for example an error and what to do about it.
  public var notices: [Styled]
  /// The hints of the keys, the most important first.
  public var hints: [KeyHint]
  /// Whether text is typed, so that only F1 shows the keys that have no room.
  public var isTyping: Bool

  public init(
    title: Styled, status: Styled = "", notices: [Styled] = [], hints: [KeyHint] = [],
    isTyping: Bool = false
  ) {
    (self.title, self.status, self.notices) = (title, status, notices)
    (self.hints, self.isTyping) = (hints, isTyping)
  }

  /// Draws everything but the content and returns the rectangle for the content.
  public func draw(in frame: inout Frame) -> Region {
    frame.hints = hints
    frame.windowTitle = title.text
    return draw(in: &frame, fittingHints: hintLines(in:))
  }

  /// Draws the frame around the overview of the keys, whose own keys are not in it.
  func drawWithoutKeys(in frame: inout Frame) -> Region {
    draw(in: &frame) { Array(Self.lines(of: hints, columns: $0.columns).prefix(1)) }
  }

  private func draw(in frame: inout Frame, fittingHints: (Region) -> [Styled]) -> Region {
    let inside = frame.region.inset(columns: frame.size.columns >= 20 ? 1 : 0, rows: 0)
    let hintLines = fittingHints(inside)
    let (rest, hintRows) = inside.splitBottom(hintLines.count)
    frame.write(hintLines, in: hintRows)
    let noticeLines = Array(
      notices.flatMap { $0.wrapped(to: rest.columns) }.prefix(rest.rows / 2))
    let (upper, noticeRows) = rest.splitBottom(noticeLines.count)
    frame.write(noticeLines, in: noticeRows)
    return drawTitle(in: &frame, upper)
  }

  private func drawTitle(in frame: inout Frame, _ region: Region) -> Region {
    guard frame.size.rows >= 6 else { return region }
    let (top, rest) = region.splitTop(1)
    let room = top.columns - status.displayWidth
    if room > title.displayWidth { frame.write(status, column: top.column + room, row: top.row) }
    frame.write(title, column: top.column, row: top.row, columns: top.columns)
    guard frame.size.rows >= 12 else { return rest }
    let (line, content) = rest.splitTop(1)
    frame.fill(line, frame.isUnicode ? "─" : "-", .muted)
    return content
  }

  /// The most hints that are shown in one row.
  private static let mostHints = 6
  /// The columns in which one row is enough for the hints.
  private static let oneRow = 56

  /// The most important hints in one row, and at its end the key that shows all of them; in several
  /// rows on a narrow terminal.
  private func hintLines(in region: Region) -> [Styled] {
    guard !hints.isEmpty else { return [] }
    guard region.columns < Self.oneRow else { return [hintRow(columns: region.columns)] }
    let rows = region.rows < 6 ? region.rows / 4 : min(3, max(2, region.rows / 4))
    let key = isTyping ? "F1" : "?"
    let all = Self.lines(of: hints + [KeyHint(key, "Keys")], columns: region.columns)
    guard all.count > rows else { return all }
    let more = KeyHint(key, "More keys")
    let fitting = (0..<hints.count).reversed().lazy.map {
      Self.lines(of: hints.prefix($0) + [more], columns: region.columns)
    }
    return fitting.first { $0.count <= rows } ?? []
  }

  private func hintRow(columns: Int) -> Styled {
    let name = isTyping ? "F1" : "?"
    // What the screen is for, then what is new, then the rest.
    let others = hints.dropFirst(2)
    let hints = hints.prefix(2) + others.filter(\.isNews) + others.filter { !$0.isNews }
    func row(_ count: Int) -> Styled? {
      let key = KeyHint(name, count < hints.count ? "More keys" : "Keys").line
      let lines = Self.lines(of: hints.prefix(count), columns: columns - key.displayWidth - 2)
      guard lines.count <= 1 else { return nil }
      let line = lines.first ?? ""
      let gap = max(2, columns - line.displayWidth - key.displayWidth)
      return "\(line)\(String(repeating: " ", count: gap))\(key)"
    }
    return (0...min(hints.count, Self.mostHints)).reversed().lazy.compactMap(row).first ?? ""
  }

  private static func lines(of hints: some Collection<KeyHint>, columns: Int) -> [Styled] {
    var lines: [Styled] = []
    for hint in hints {
      if let last = lines.last, last.displayWidth + 3 + hint.line.displayWidth <= columns {
        lines[lines.count - 1] = last + "   " + hint.line
      } else {
        lines.append(hint.line)
      }
    }
    return lines
  }
}

/// The keys of a screen, shown in its place.
struct KeyOverview {
  private let hints: [KeyHint]

  /// Draws the keys in place of a screen, in as many columns as there is room for, from the first row
  /// that is seen, which is kept within what there is. Returns also how many rows are not seen.
  static func frame(in screen: Frame, first: inout Int) -> (frame: Frame, hidden: Int) {
    let overview = KeyOverview(hints: screen.hints + [KeyHint("Ctrl-C", "Leave at once")])
    let short = overview.draw(in: screen, from: &first, scroll: [])
    guard short.hidden > 0 else { return short }
    return overview.draw(in: screen, from: &first, scroll: [KeyHint("Up/Down", "Scroll")])
  }

  private func draw(
    in screen: Frame, from first: inout Int, scroll: [KeyHint]
  ) -> (frame: Frame, hidden: Int) {
    var frame = Frame(size: screen.size, isUnicode: screen.isUnicode)
    let page = Page(title: Styled("Keys", .heading), hints: scroll + [KeyHint("Esc", "Back")])
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
