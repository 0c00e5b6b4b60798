import Core
import Observation
import Terminal

/// Labeled fields below each other, one of which is being edited.
@MainActor
@Observable
final class Form {
  /// One field of the form.
  struct Row {
    let field: FieldError.Field
    let label: String
    let text: TextField
    /// What an empty field means.
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

  init(_ rows: [Row]) {
    self.rows = rows
  }

  /// What was typed into a field; empty when the form has none of that kind.
  func text(of field: FieldError.Field) -> String {
    rows.first { $0.field == field }?.text.text ?? ""
  }

  /// Edits the first of these fields next.
  func edit(_ fields: some Collection<FieldError.Field>) {
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

  /// What was typed, without secrets.
  var facts: [Styled] {
    rows.map { row in
      let shown = row.text.isPassword ? (row.text.text.isEmpty ? "" : "(hidden)") : row.text.text
      return "\(row.label): \(shown)"
    }
  }

  /// The fields as questions.
  var entries: [ScreenChoice] {
    rows.map { row in
      .entry(Styled(row.label), isHidden: row.text.isPassword) { row.text.text = $0 }
    }
  }
}

extension Form.Row {
  /// The longest text that is taken; what is longer than the cloud accepts is refused by name.
  private static let longestText = 2000

  @MainActor
  init(
    _ field: FieldError.Field, _ label: String, placeholder: String = "",
    isPassword: Bool = false
  ) {
    self.init(
      field: field, label: label,
      text: TextField(isPassword: isPassword, limit: Self.longestText), placeholder: placeholder)
  }
}
