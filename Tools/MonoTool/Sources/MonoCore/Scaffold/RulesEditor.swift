/// Adds packages to lists of a rules file and leaves every other byte as it is.
struct RulesEditor {
  private(set) var text: String

  /// Adds a package behind the others that a rule is about.
  mutating func add(_ package: String, toRule rule: String) throws(MonoError) {
    let lists = ["members", "from"].compactMap { list($0, of: rule) }
    guard let end = lists.first?.firstIndex(of: "]") else {
      throw missing("list of packages", rule)
    }
    insert(package, at: end)
  }

  private func missing(_ what: String, _ rule: String) -> MonoError {
    .failure(
      "The rules file has no \(what) in the rule '\(rule)'.",
      hint: "Correct features.rules in the rules file.")
  }

  /// Adds an element at the end of a list.
  private mutating func insert(_ element: String, at end: String.Index) {
    let isFirst = text[..<end].last { !$0.isWhitespace } == "["
    text.insert(contentsOf: "\(isFirst ? "" : ", ")\"\(element)\"", at: end)
  }

  /// Adds a selector to the layer of a package or target; without one, to the layer below the
  /// highest, since what opens a feature is above it.
  mutating func add(
    _ selector: String, toLayerOf neighbor: String?, inRule rule: String
  ) throws(MonoError) {
    let layers = layers(of: rule)
    let forms = neighbor.map { ["\"\($0)\"", "\"\($0)/*\"", "/\($0)\""] } ?? []
    let layer = layers.first { layer in forms.contains { text[layer].contains($0) } }
    guard let layer = layer ?? layers.prefix(2).last else { throw missing("layers", rule) }
    insert(selector, at: layer.upperBound)
  }

  /// The insides of the lists in the rule's list of layers.
  private func layers(of rule: String) -> [Range<String.Index>] {
    var layers: [Range<String.Index>] = []
    var rest = list("layers", of: rule) ?? ""
    while let open = rest.firstIndex(where: { "[]".contains($0) }), rest[open] == "[",
      let end = rest[open...].firstIndex(of: "]")
    {
      layers.append(rest.index(after: open)..<end)
      rest = rest[end...].dropFirst()
    }
    return layers
  }

  /// The place behind the bracket that opens a list of the rule.
  private func list(_ key: String, of rule: String) -> Substring? {
    for name in text.ranges(of: "\"\(rule)\"") {
      let before = text[..<name.lowerBound].filter { !$0.isWhitespace }
      guard before.hasSuffix("\"name\":") else { continue }
      let rest = text[name.upperBound...]
      let end = rest.firstRange(of: "\"name\"")?.lowerBound ?? rest.endIndex
      for found in rest[..<end].ranges(of: "\"\(key)\"") {
        // The same word may be a value, such as the kind.
        let value = rest[found.upperBound..<end].drop { $0.isWhitespace || $0 == ":" }
        if value.first == "[" { return value.dropFirst() }
      }
    }
    return nil
  }
}
