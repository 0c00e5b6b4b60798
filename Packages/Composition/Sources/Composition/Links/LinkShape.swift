/// A pattern's text taken apart, without the type of its parameter.
struct LinkShape: Sendable {
  private enum Segment: Equatable {
    case literal(String)
    case parameter(String)
  }

  private let scheme: String
  private let segments: [Segment]

  /// Parses the text of a pattern and compares the name in it with its parameter.
  init(pattern: String, parameter: String?) throws(LinkPatternError) {
    let link: Link
    do {
      link = try Link(pattern)
    } catch {
      throw LinkPatternError(pattern: pattern, reason: error.reason)
    }
    scheme = link.scheme
    segments = link.segments.map { segment in
      parameterName(segment).map(Segment.parameter) ?? .literal(segment.lowercased())
    }
    let names = segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    let reason: String? =
      if pattern.utf8.contains(UInt8(ascii: "?")) {
        "it has a query"
      } else if let name = names.first(where: { $0 != parameter }) {
        "no parameter was given for '<\(name)>'"
      } else if let parameter, names.count != 1 {
        "it has \(names.isEmpty ? "no '<\(parameter)>'" : "'<\(parameter)>' more than once")"
      } else {
        nil
      }
    if let reason { throw LinkPatternError(pattern: pattern, reason: reason) }
  }

  /// Says whether scheme and path fit; the query does not decide.
  func fits(_ link: Link) -> Bool {
    scheme == link.scheme && segments.count == link.segments.count
      && zip(segments, link.segments).allSatisfy { segment, text in
        switch segment {
        case .literal(let literal): literal == text.lowercased()
        case .parameter: true
        }
      }
  }

  /// Says whether some link would fit both.
  func overlaps(_ other: LinkShape) -> Bool {
    scheme == other.scheme && segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { mine, theirs in
        if case .literal = mine, case .literal = theirs { mine == theirs } else { true }
      }
  }

  /// Returns the text of the parameter in a link that fits; empty without one.
  func value(in link: Link) -> String {
    for case (.parameter, let text) in zip(segments, link.segments) { return text }
    return ""
  }
}

/// Returns `id` for `<id>`, and `nil` for a text that is no parameter.
private func parameterName(_ text: String) -> String? {
  guard text.hasPrefix("<"), text.hasSuffix(">"), text.count > 2 else { return nil }
  return String(text.dropFirst().dropLast())
}
