import Basics

@testable import mono

/// A repository as data: the generator changes it, writes it to the disk, and hashes it, without
/// ever reading a manifest or asking git.
struct ModelRepository {
  struct Target {
    var package: String
    var kind: String
    var dependencies: [String]
    /// A compiler condition in the manifest.
    var condition = 0
    /// Paths below the target's folder with their contents.
    var files: [String: String]
    var usesExternalProduct = false
  }

  /// Tests that the root package lists as its own, by the name of the target that owns them.
  static let borrowed = ["CoreTests", "RedTests"]

  var targets: [String: Target] = [:]
  /// A number in a comment of each package's manifest.
  var comments: [String: Int] = [:]
  /// Files that belong to no target.
  var others: [String: String] = [:]
  var executableFiles: Set<String> = []
  var pinnedVersion = 1

  var packages: [String] { Set(targets.values.map(\.package)).sorted() }

  static func start() -> ModelRepository {
    var model = ModelRepository()
    func add(_ name: String, in package: String, _ dependencies: [String], kind: String = "target")
    {
      let isTest = kind == "testTarget"
      let imports = dependencies.map { "import \($0)\n" }.joined()
      var files = ["\(name).swift": imports + "// 0\n", "Extra.swift": "// extra\n"]
      if isTest { files["fixture.txt"] = "fixture 0\n" } else { files["Data/data.json"] = "[0]\n" }
      model.targets[name] = Target(
        package: package, kind: kind, dependencies: dependencies, files: files)
    }
    add("Base", in: "Base", [])
    add("Core", in: "Core", ["Base"])
    add("CoreTesting", in: "Core", ["Core"])
    add("CoreTests", in: "Core", ["Core", "CoreTesting"], kind: "testTarget")
    add("Red", in: "Red", ["Core"])
    add("RedTests", in: "Red", ["Red", "CoreTesting"], kind: "testTarget")
    add("Blue", in: "Blue", ["Core", "Base"])
    add("BlueTests", in: "Blue", ["Blue"], kind: "testTarget")
    add("Net", in: "Net", ["Base"])
    add("app", in: "", ["Red", "Blue", "Net"], kind: "executableTarget")
    add("AppTests", in: "", ["Core"], kind: "testTarget")
    model.targets["Net"]?.usesExternalProduct = true
    model.others = ["README.md": "0", "Packages/Red/README.md": "0", "scripts/tool.sh": "0"]
    return model
  }

  static func folder(ofPackage package: String) -> String {
    package.isEmpty ? "" : "Packages/\(package)"
  }

  func folder(of name: String) -> String {
    let target = targets[name]
    let parent = target?.kind == "testTarget" ? "Tests" : "Sources"
    return Path.join(Self.folder(ofPackage: target?.package ?? ""), "\(parent)/\(name)")
  }

  /// Every file of the repository with its contents.
  var files: [String: String] {
    var files = others
    files["mono.rules.json"] = """
      { "inputs": [{ "paths": ["scripts/**"], "affects": ["AppTests"], "reason": "run by tests" }] }
      """
    files["Package.resolved"] = """
      { "version": 3, "pins": [
        { "identity": "x", "state": { "version": "1.\(pinnedVersion).0" } }] }
      """
    for package in packages {
      files[Path.join(Self.folder(ofPackage: package), "Package.swift")] = manifest(of: package)
    }
    for (name, target) in targets {
      for (path, text) in target.files { files["\(folder(of: name))/\(path)"] = text }
    }
    return files
  }

  /// The text of a package's manifest.
  private func manifest(of package: String) -> String {
    let own = targets.filter { $0.value.package == package }.sorted { $0.key < $1.key }
    let borrowed = package.isEmpty ? Self.borrowed : []
    let foreign = Set(
      (own.flatMap(\.value.dependencies) + borrowed.flatMap { targets[$0]?.dependencies ?? [] })
        .compactMap { targets[$0]?.package }
    ).subtracting([package])
    let root = package.isEmpty ? "" : "../../"
    var packages = foreign.sorted().map { ".package(path: \"\(root)Packages/\($0)\")" }
    if own.contains(where: \.value.usesExternalProduct) {
      packages.append(".package(url: \"https://example.org/x.git\", from: \"1.0.0\")")
    }
    let products = own.filter { $0.value.kind == "target" }.map {
      ".library(name: \"\($0.key)\", targets: [\"\($0.key)\"])"
    }
    let lines =
      own.map { declaration($0.key, $0.value, in: package, path: nil) }
      + borrowed.compactMap { name in
        targets[name].map { declaration(name, $0, in: package, path: folder(of: name)) }
      }
    return """
      // swift-tools-version: 6.3
      // \(comments[package] ?? 0)
      //dump \(dump(of: package, own.map(\.key), borrowed, foreign.sorted()).compact)
      import PackageDescription
      let package = Package(
        name: "\(package.isEmpty ? "Root" : package)",
        products: [\(products.joined(separator: ", "))],
        dependencies: [\(packages.joined(separator: ", "))],
        targets: [
          \(lines.joined(separator: ",\n    "))
        ]
      )

      """
  }

  /// A program that answers `swift package dump-package` by what manifests of a model say of themselves.
  static let swift = #"""
    #!/bin/sh
    exec sed -n "s|FOLDER|$3|g; s|^//dump ||p" "$3/Package.swift"

    """#

  /// A manifest as `swift package dump-package` describes it; `FOLDER` stands for the package's.
  private func dump(
    of package: String, _ own: [String], _ borrowed: [String], _ foreign: [String]
  ) -> JSON {
    let root = package.isEmpty ? "Packages" : ".."
    var dependencies = foreign.map { name -> JSON in
      let place: JSON = [
        "identity": .string(name.lowercased()), "path": .string("FOLDER/\(root)/\(name)"),
      ]
      return ["fileSystem": [place]]
    }
    if own.contains(where: { targets[$0]?.usesExternalProduct == true }) {
      dependencies.append(["sourceControl": [["identity": "x"]]])
    }
    let products = own.filter { targets[$0]?.kind == "target" }.map { name -> JSON in
      ["name": .string(name), "targets": [.string(name)], "type": ["library": ["automatic"]]]
    }
    let kinds = ["target": "regular", "testTarget": "test", "executableTarget": "executable"]
    let described = (own + borrowed).compactMap { name -> JSON? in
      guard let target = targets[name] else { return nil }
      var needs = target.dependencies.map { dependency -> JSON in
        let provider = targets[dependency]?.package ?? ""
        return provider == package
          ? ["byName": [.string(dependency), .null]]
          : ["product": [.string(dependency), .string(provider), .null, .null]]
      }
      if target.usesExternalProduct { needs.append(["product": ["X", "x", .null, .null]]) }
      let isOwn = own.contains(name)
      let condition = JSON.string("V\(target.condition)")
      return [
        "name": .string(name), "type": .string(kinds[target.kind] ?? ""),
        "path": isOwn ? .null : .string(folder(of: name)), "dependencies": .array(needs),
        "resources": target.files.keys.contains("Data/data.json") ? [["path": "Data"]] : [],
        "settings": isOwn && target.condition > 0
          ? [["kind": ["define": ["_0": condition]]]] : [],
      ]
    }
    return [
      "name": .string(package.isEmpty ? "Root" : package), "packageKind": ["root": ["FOLDER"]],
      "dependencies": .array(dependencies), "products": .array(products),
      "targets": .array(described),
    ]
  }

  private func declaration(
    _ name: String, _ target: Target, in package: String, path: String?
  ) -> String {
    var dependencies = target.dependencies.map { dependency in
      let provider = targets[dependency]?.package ?? ""
      return provider == package
        ? "\"\(dependency)\"" : ".product(name: \"\(dependency)\", package: \"\(provider)\")"
    }
    if target.usesExternalProduct { dependencies.append(".product(name: \"X\", package: \"x\")") }
    let place = path.map { ", path: \"\($0)\"" } ?? ""
    let hasData = target.files.keys.contains("Data/data.json")
    let resources = hasData ? ", resources: [.copy(\"Data\")]" : ""
    // The root's own list of another package's tests does not repeat its settings.
    let define = path == nil && target.condition > 0 ? ".define(\"V\(target.condition)\")" : ""
    return ".\(target.kind)(name: \"\(name)\", dependencies: "
      + "[\(dependencies.joined(separator: ", "))]\(place)\(resources), "
      + "swiftSettings: [\(define)])"
  }
}

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
