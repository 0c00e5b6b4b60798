public import Observation

/// Labeled fields below each other; one is being edited.
@MainActor
@Observable
public final class Form<Field: Hashable & Sendable> {
  public struct Row {
    let field: Field
    let label: String
    let text: TextField
    /// The text in an empty field, which says what that means.
    let placeholder: String

    /// Creates a field; what is typed into one for a password stays invisible.
    @MainActor
    public init(
      _ field: Field, _ label: String, text: String = "", placeholder: String = "",
      isPassword: Bool = false
    ) {
      (self.field, self.label, self.placeholder) = (field, label, placeholder)
      // A text that is too long is refused with the name of its field.
      self.text = TextField(text, isPassword: isPassword, limit: 2000)
    }
  }

  enum Result {
    case ignored, handled
    /// Enter in the last field.
    case submitted
  }

  let rows: [Row]
  private(set) var focus = 0
  /// How many fields were asked for where lines are printed.
  private var asked = 0

  public init(_ rows: [Row]) { self.rows = rows }

  /// The typed text of a field; empty when the form has none of that kind.
  public func text(of field: Field) -> String { rows.first { $0.field == field }?.text.text ?? "" }

  /// Edits the first of these fields next.
  public func edit(_ fields: some Collection<Field>) {
    focus = rows.firstIndex { fields.contains($0.field) } ?? focus
  }

  func handle(_ key: Key) -> Result {
    switch key {
    case .enter where focus == rows.count - 1: return .submitted
    case .enter, .tab, .down: focus = (focus + 1) % rows.count
    case .backTab, .up: focus = (focus + rows.count - 1) % rows.count
    default: return rows[focus].text.handle(key) ? .handled : .ignored
    }
    return .handled
  }

  func paste(_ text: String) { rows[focus].text.insert(text) }
  /// The labels and typed texts of the fields, without secrets.
  var facts: [Styled] {
    rows.filter { !$0.text.text.isEmpty }.map { row in
      "\(row.label): \(row.text.isPassword ? "(hidden)" : row.text.text)"
    }
  }

  /// The fields as questions: the first one that was not asked for, or else all.
  var entries: [ScreenChoice] {
    if asked < rows.count { return [entry(rows[asked], asking: .now)] }
    return rows.map { entry($0, asking: .onChoice) }
  }

  private func entry(_ row: Row, asking: ScreenChoice.Asking) -> ScreenChoice {
    .entry(Styled(row.label), isHidden: row.text.isPassword, asking: asking) { [self] line in
      if asking == .onChoice || !line.isEmpty { row.text.text = line }
      asked += 1
    }
  }

  private static var widestField: Int { 44 }

  /// Draws the fields around the edited one.
  func draw(in frame: inout Frame, _ region: Region, isEnabled: Bool, wrong: [Field]) {
    let height = region.rows >= rows.count * 2 ? 2 : 1
    let visible = max(1, region.rows / height)
    let first = max(0, focus - visible + 1)
    for (offset, index) in (first..<rows.count).prefix(visible).enumerated() {
      let row = region.row + offset * height
      guard offset * height < region.rows else { break }
      draw(
        rows[index], isFocused: isEnabled && index == focus,
        isWrong: wrong.contains(rows[index].field),
        in: &frame, Region(column: region.column, row: row, columns: region.columns, rows: 1))
    }
  }

  private func draw(
    _ row: Row, isFocused: Bool, isWrong: Bool, in frame: inout Frame, _ region: Region
  ) {
    let marker = isFocused ? (frame.isUnicode ? "▌ " : "> ") : "  "
    let style = isWrong ? Style.error : isFocused ? .heading : .muted
    let (label, rest) = region.splitLeading(min(labelColumns, region.columns / 2))
    frame.write(
      Styled(marker, .accent) + Styled(row.label, style), column: label.column, row: label.row,
      columns: label.columns - 1)
    let field = rest.splitLeading(Self.widestField).leading
    let line = Style(isUnderlined: true)
    frame.fill(field, " ", line)
    if row.text.text.isEmpty {
      let style = Style(isDim: true, isUnderlined: true)
      frame.write([Styled(row.placeholder, style)], in: field)
    }
    row.text.draw(
      in: &frame, column: field.column, row: field.row, columns: field.columns,
      isFocused: isFocused, style: line)
  }

  private var labelColumns: Int { 4 + (rows.map { $0.label.displayWidth }.max() ?? 0) }
}
