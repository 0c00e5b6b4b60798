/// A text with places to fill: `{{key}}`, and `{{#list}}…{{/list}}`, which is repeated for each entry
/// of a list with the entry's own keys. A list's tag alone on a line takes the line with it.
struct Template {
  let text: String

  /// - Throws: `MonoError.failure` that names a key without a value or a list without an end.
  func filled(
    with values: [String: String], lists: [String: [[String: String]]]
  ) throws(MonoError) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
        throw problem("'{{' has no '}}'")
      }
      let key = String(rest[open.upperBound..<close.lowerBound])
      result += rest[..<open.lowerBound]
      rest = rest[close.upperBound...]
      if key.hasPrefix("#") {
        let name = String(key.dropFirst())
        guard let entries = lists[name], let end = rest.firstRange(of: "{{/\(name)}}") else {
          throw problem("the list '\(name)' is unknown or does not end")
        }
        let body = String(Self.withoutLineBreak(rest[..<end.lowerBound], after: result))
        for entry in entries {
          result += try Template(text: body).filled(
            with: values.merging(entry) { $1 }, lists: lists)
        }
        let after = rest[end.upperBound...]
        rest =
          body.isEmpty || body.hasSuffix("\n") ? Self.withoutLineBreak(after, after: result) : after
      } else {
        guard let value = values[key] else { throw problem("'\(key)' is unknown") }
        result += value
      }
    }
    return result + rest
  }

  /// The text without a line break at its start, when the tag before it began its line.
  private static func withoutLineBreak(_ text: Substring, after result: String) -> Substring {
    let startsLine = result.isEmpty || result.hasSuffix("\n")
    return startsLine && text.first == "\n" ? text.dropFirst() : text
  }

  private func problem(_ what: String) -> MonoError {
    .failure("A template cannot be filled: \(what).", hint: "Correct the template.")
  }
}
