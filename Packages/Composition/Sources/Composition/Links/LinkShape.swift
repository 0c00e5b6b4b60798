/// A pattern's text taken apart, without the types of its parameters.
struct LinkShape: Sendable {
  enum Segment: Equatable {
    case literal(String)
    case parameter(String)
  }

  let scheme: String
  let segments: [Segment]
  /// The query items that carry a parameter.
  let query: [(item: String, parameter: String)]

  init(_ text: String) throws(LinkSyntaxError) {
    let link = try Link(text)
    scheme = link.scheme
    segments = link.segments.map { segment in
      parameterName(segment).map(Segment.parameter) ?? .literal(segment.lowercased())
    }
    var query: [(item: String, parameter: String)] = []
    for item in link.query {
      guard let parameter = parameterName(item.value) else {
        throw LinkSyntaxError("its query item '\(item.name)' is not '\(item.name)=<parameter>'")
      }
      guard !query.contains(where: { $0.item == item.name }) else {
        throw LinkSyntaxError("it has the query item '\(item.name)' twice")
      }
      query.append((item.name, parameter))
    }
    self.query = query
  }

  /// The parameters that a link must have because they are in its path, in order.
  var pathParameters: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
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

  /// Returns the text of each parameter in a link that fits.
  func values(in link: Link) throws(LinkError) -> [String: String] {
    var values: [String: String] = [:]
    for case (.parameter(let name), let text) in zip(segments, link.segments) {
      values[name] = text
    }
    for (item, parameter) in query {
      let found = link.query.filter { $0.name == item }
      guard found.count < 2 else {
        throw .badParameter(
          name: parameter, value: found[1].value, reason: "'\(item)' is given more than once")
      }
      values[parameter] = found.first?.value
    }
    return values
  }
}

/// Returns `id` for `<id>`, and `nil` for a text that is no parameter.
private func parameterName(_ text: String) -> String? {
  guard text.hasPrefix("<"), text.hasSuffix(">"), text.count > 2 else { return nil }
  return String(text.dropFirst().dropLast())
}
