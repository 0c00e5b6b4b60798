/// A pattern that describes targets: `Name` (of a target or of its package), `Package/Target`, both
/// with `*` and `?`, and optionally a kind first, as in `test:*` or `executable:*-preview`.
package struct Selector: Sendable, Hashable, Decodable {
  package let text: String
  private let kind: TargetDescription.Kind?
  private let package: Glob?
  private let name: Glob

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    self.text = text
    let colon = text.firstIndex(of: ":")
    let word = colon.map { String(text[..<$0]) }
    let kind: TargetDescription.Kind? = word.flatMap {
      $0 == "library" ? .library : TargetDescription.Kind(rawValue: $0)
    }
    if let word, kind == nil {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(word)' in '\(text)' is no kind of target")
    }
    self.kind = kind
    let pattern = colon.map { text[$0...].dropFirst() } ?? text[...]
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
