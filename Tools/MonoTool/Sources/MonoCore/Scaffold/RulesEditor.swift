/// Adds packages to lists of a rules file and leaves every other byte as it is.
struct RulesEditor {
  private(set) var text: String

  init(text: String) { self.text = text }

  /// Adds a package behind the others that a rule is about.
  ///
  /// - Throws: `MonoError.failure` when the file has no such rule with a list.
  mutating func add(_ package: String, toRule rule: String) throws(MonoError) {
    guard let list = endOfList(of: rule) else {
      throw .failure(
        "The rules file has no list of packages in the rule '\(rule)'.",
        hint: "Correct features.rules in the rules file.")
    }
    let isEmpty = text[..<list].last { !$0.isWhitespace } == "["
    text.insert(contentsOf: "\(isEmpty ? "" : ", ")\"\(package)\"", at: list)
  }

  /// Removes a package from every list.
  mutating func remove(_ package: String) {
    for form in ["\"\(package)\"", "\"\(package)/*\""] {
      for place in text.ranges(of: form).reversed() {
        let before = text[..<place.lowerBound].lastIndex { !$0.isWhitespace }
        let after = text[place.upperBound...].firstIndex { !$0.isWhitespace }
        guard let before, let after, "[,".contains(text[before]), "],".contains(text[after]) else {
          continue
        }
        if text[before] == "," {
          text.removeSubrange(before..<place.upperBound)
        } else if text[after] == "," {
          let next = text[text.index(after: after)...].firstIndex { !$0.isWhitespace }
          text.removeSubrange(place.lowerBound..<(next ?? place.upperBound))
        } else {
          text.removeSubrange(place)
        }
      }
    }
  }

  /// Where the first list behind the rule's name ends.
  private func endOfList(of rule: String) -> String.Index? {
    for name in text.ranges(of: "\"\(rule)\"") {
      let before = text[..<name.lowerBound].filter { !$0.isWhitespace }
      guard before.hasSuffix("\"name\":") else { continue }
      let rest = text[name.upperBound...]
      let end = rest.firstRange(of: "\"name\"")?.lowerBound ?? rest.endIndex
      for key in ["members", "packages", "from"] {
        guard let found = rest[..<end].firstRange(of: "\"\(key)\""),
          let open = rest[found.upperBound..<end].firstIndex(of: "[")
        else { continue }
        return rest[open..<end].firstIndex(of: "]")
      }
    }
    return nil
  }
}
