@testable import MonoCore

/// The oracle: a hash of everything that each target is built from, its dependencies included.
struct ModelHasher {
  private let model: ModelRepository
  private var known: [String: String] = [:]

  /// The hash of every target by its qualified name.
  static func hashes(of model: ModelRepository) -> [String: String] {
    var hasher = ModelHasher(model: model)
    var result: [String: String] = [:]
    for (name, target) in model.targets {
      let package = target.package.isEmpty ? "Root" : target.package
      result["\(package)/\(name)"] = hasher.hash(name, withSettings: true)
    }
    for name in ModelRepository.borrowed where model.targets[name] != nil {
      result["Root/\(name)"] = hasher.hash(name, withSettings: false)
    }
    return result
  }

  private init(model: ModelRepository) { self.model = model }

  private mutating func hash(_ name: String, withSettings: Bool) -> String {
    let memory = "\(name) \(withSettings)"
    if let hash = known[memory] { return hash }
    var hash = ContentHash()
    guard let target = model.targets[name] else { return "" }
    hash.combine("\(target.kind) \(withSettings ? target.condition : 0) \(model.folder(of: name))")
    for (path, text) in target.files.sorted(by: { $0.key < $1.key })
    where target.kind == "testTarget" || !path.hasSuffix(".md") {
      hash.combine(path)
      hash.combine(text)
      let isExecutable = model.executableFiles.contains("\(model.folder(of: name))/\(path)")
      hash.combine(isExecutable ? "executable" : "")
    }
    if target.usesExternalProduct { hash.combine("pinned \(model.pinnedVersion)") }
    if name == "AppTests" {
      hash.combine(model.others["scripts/tool.sh"] ?? "")
      hash.combine(model.executableFiles.contains("scripts/tool.sh") ? "executable" : "")
    }
    for dependency in target.dependencies.sorted() {
      hash.combine(dependency)
      hash.combine(self.hash(dependency, withSettings: true))
    }
    known[memory] = hash.hexadecimal
    return hash.hexadecimal
  }
}
