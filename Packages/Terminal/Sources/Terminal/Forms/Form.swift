public import Observation

/// Labeled fields below each other, one of which is being edited.
@MainActor
@Observable
public final class Form<Field: Hashable & Sendable> {
  /// One field of the form.
  public struct Row {
    let field: Field
    let label: String
    let text: TextField
    /// The text in an empty field, which says what that means.
    let placeholder: String
  }

  /// The result of a key.
  enum Result {
    case ignored, handled
    /// Enter in the last field.
    case submitted
  }

  let rows: [Row]
  private(set) var focus = 0
  /// How many fields were asked for where lines are printed.
  private var asked = 0

  public init(_ rows: [Row]) {
    self.rows = rows
  }

  /// The typed text of a field; empty when the form has none of that kind.
  public func text(of field: Field) -> String {
    rows.first { $0.field == field }?.text.text ?? ""
  }

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

  func paste(_ text: String) {
    rows[focus].text.insert(text)
  }

  // MARK: - Lines

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
}

extension Form.Row {
  /// The longest text that is taken; what is longer than a field may be is refused by name.
  private static var longestText: Int { 2000 }

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - field: Which field it is.
  ///   - label: Its name for people.
  ///   - text: Its first text.
  ///   - placeholder: The text in an empty field, which says what that means.
  ///   - isPassword: Whether what is typed stays invisible.
  @MainActor
  public init(
    _ field: Field, _ label: String, text: String = "", placeholder: String = "",
    isPassword: Bool = false
  ) {
    self.init(
      field: field, label: label,
      text: TextField(text, isPassword: isPassword, limit: Self.longestText),
      placeholder: placeholder)
  }
}
