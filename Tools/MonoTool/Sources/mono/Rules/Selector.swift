/// A pattern that describes targets: `Name` (of a target or of its package), `Package/Target`, both
/// with `*` and `?`, and optionally a kind first, as in `test:*` or `executable:*-preview`.
struct Selector: Sendable, Hashable, Decodable {
  let text: String
  private let kind: TargetDescription.Kind?
  private let package: Glob?
  private let name: Glob

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try container.decode(String.self)
    let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = words.count == 2 ? String(words[0]) : nil
    kind = word.flatMap { $0 == "library" ? .library : TargetDescription.Kind(rawValue: $0) }
    if let word, kind == nil {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(word)' in '\(text)' is no kind of target")
    }
    let parts = words[words.count - 1].split(separator: "/", maxSplits: 1)
    package = parts.count == 2 ? Glob(String(parts[0])) : nil
    name = Glob(String(parts.last ?? ""))
  }

  func matches(_ index: Int, in workspace: Workspace) -> Bool {
    let target = workspace[index]
    if let kind, kind != target.kind { return false }
    let packageName = workspace.package(of: index).name
    if let package { return package.matches(packageName) && name.matches(target.name) }
    return name.matches(target.name) || name.matches(packageName)
  }
}

extension Glob: Decodable {
  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
}

extension Workspace {
  /// The targets that one of the selectors describes and none of the exceptions.
  func targets(_ selectors: [Selector], except: [Selector] = []) -> Set<Int> {
    func isMeant(_ index: Int, _ selectors: [Selector]) -> Bool {
      selectors.contains { $0.matches(index, in: self) }
    }
    return Set(targets.indices.filter { isMeant($0, selectors) && !isMeant($0, except) })
  }
}
