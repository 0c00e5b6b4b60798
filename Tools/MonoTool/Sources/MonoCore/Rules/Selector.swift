/// A pattern that describes targets: `Name` (of a target or of its package), `Package/Target`, both
/// with `*` and `?`, and optionally a kind first, as in `test:*` or `executable:*-preview`.
package struct Selector: Sendable, Hashable {
  package let text: String
  /// The JSON pointer to it in the rules file.
  package let place: String
  private let kind: TargetDescription.Kind?
  private let package: Glob?
  private let name: Glob

  private static let kinds: [String: TargetDescription.Kind] = [
    "library": .library, "executable": .executable, "test": .test, "system": .system,
    "binary": .binary, "macro": .macro, "plugin": .plugin,
  ]

  /// - Throws: `MonoError.usage` when the kind before a colon is unknown.
  package init(_ text: String, at place: String = "") throws(MonoError) {
    self.text = text
    self.place = place
    var pattern = Substring(text)
    if let colon = text.firstIndex(of: ":") {
      let word = String(text[..<colon])
      guard let kind = Self.kinds[word] else {
        throw .usage(
          "'\(word)' in '\(text)' is no kind of target.",
          hint: "Use one of \(Self.kinds.keys.sorted().joined(separator: ", ")).")
      }
      self.kind = kind
      pattern = text[text.index(after: colon)...]
    } else {
      kind = nil
    }
    let parts = pattern.split(separator: "/", maxSplits: 1)
    package = parts.count == 2 ? Glob(String(parts[0])) : nil
    name = Glob(String(parts.last ?? ""))
  }

  /// Whether it is a pattern that any name satisfies, such as `*/*` or `test:*`.
  package var isWildcard: Bool {
    !text.drop { $0 != ":" }.dropFirst().contains(where: \.isLetter)
      && (text.contains(":") || !text.contains(where: \.isLetter))
  }

  package func matches(_ index: Int, in workspace: Workspace) -> Bool {
    let target = workspace.targets[index]
    if let kind, kind != target.kind { return false }
    let packageName = workspace.package(of: index).name
    if let package { return package.matches(packageName) && name.matches(target.name) }
    return name.matches(target.name) || name.matches(packageName)
  }
}

extension Workspace {
  /// The targets that one of the selectors describes and none of the exceptions.
  package func targets(_ selectors: [Selector], except: [Selector] = []) -> Set<Int> {
    Set(
      targets.indices.filter { index in
        selectors.contains { $0.matches(index, in: self) }
          && !except.contains { $0.matches(index, in: self) }
      })
  }
}
