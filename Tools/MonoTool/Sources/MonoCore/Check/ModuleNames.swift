import Basics

/// Maps imported names to the targets of the repository.
struct ModuleNames {
  private let workspace: Workspace
  private let targets: [String: [Int]]
  private let namesOfTarget: [[String]]
  /// Products of packages outside the repository that some target declares, with their packages.
  let externalProducts: [String: String]

  init(workspace: Workspace) {
    self.workspace = workspace
    var targets: [String: [Int]] = [:]
    namesOfTarget = workspace.targets.map {
      Self.moduleNames(of: $0, root: workspace.root).sorted()
    }
    for index in workspace.targets.indices where !workspace.isBorrowed(index) {
      for name in namesOfTarget[index] { targets[name, default: []].append(index) }
    }
    self.targets = targets
    var products: [String: String] = [:]
    for product in workspace.targets.flatMap(\.externalProducts) where !product.declared.isPlugin {
      let module = Workspace.moduleName(for: product.declared.name)
      products[module] = product.declared.package ?? product.declared.name
    }
    externalProducts = products.filter { targets[$0.key] == nil }
  }

  /// The names under which a target can be imported.
  func names(_ target: Int) -> [String] { namesOfTarget[target] }

  /// The target that an import means: a declared one, else one of the same package, else any.
  func target(_ module: String, importedBy index: Int) -> Int? {
    guard let candidates = targets[module] else { return nil }
    let declared = workspace.graph.successors[index]
    return candidates.first { declared.contains($0) }
      ?? candidates.first { workspace.targets[$0].package == workspace.targets[index].package }
      ?? candidates.first
  }

  /// A target of C or of a system library can name its module otherwise in a module map.
  private static func moduleNames(of target: Workspace.Target, root: String) -> Set<String> {
    var names: Set = [target.moduleName]
    guard target.kind == .system || target.kind == .library else { return names }
    let headers = target.description.raw["publicHeadersPath"]?.text ?? "include"
    for folder in ["", headers] {
      let map = Path.join(Path.join(target.folder, folder), "module.modulemap")
      guard let text = Files.text(Path.join(root, map)) else { continue }
      let words = text.split { $0.isWhitespace || $0 == "{" }
      for (word, next) in zip(words, words.dropFirst()) where word == "module" {
        names.insert(String(next))
      }
    }
    return names
  }
}
