/// An error of a link.
public enum LinkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is not a link; the reason names the violated rule.
  case malformed(link: String, reason: String)
  /// No pattern matches; `known` holds the texts of all patterns, in the order of registration.
  case unknown(link: String, known: [String])
  /// A pattern matches, but its value is invalid.
  case badParameter(name: String, value: String, reason: String)

  /// The error, its link and its remedy; safe to print.
  public var description: String {
    switch self {
    case .malformed(let link, let reason):
      "'\(printable(link))' is not a link: \(reason). Check it, or ask for it again."
    case .unknown(let link, let known) where known.isEmpty:
      "The link '\(printable(link))' is unknown, and no link is known here."
    case .unknown(let link, let known):
      "The link '\(printable(link))' is unknown. Known are \(known.joined(separator: ", "))."
    case .badParameter(let name, let value, let reason):
      "The link has no good '\(name)': \(reason), found '\(printable(value))'. Correct it."
    }
  }
}

/// Returns at most 80 characters of a text, with control characters escaped.
private func printable(_ text: String) -> String {
  let limit = 80
  var result = ""
  for scalar in text.unicodeScalars.prefix(limit) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return text.unicodeScalars.count > limit ? result + "..." : result
}
