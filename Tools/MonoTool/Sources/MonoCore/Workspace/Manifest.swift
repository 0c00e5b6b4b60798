package import Basics

/// An evaluated package manifest: what `swift package dump-package` says.
package struct Manifest: Sendable, Equatable {
  package let name: String
  package internal(set) var dependencies: [PackageDependency]
  package let products: [Product]
  package let targets: [TargetDescription]
  /// Everything at package level that can change how its targets are built, as one text.
  package let settings: String

  package struct Product: Sendable, Equatable {
    package let name: String
    package let targets: [String]
    /// `library`, `executable`, `plugin`, …
    package let kind: String
    /// The evaluated product, to see any change.
    package let raw: JSON
  }
}

/// A `.package(…)` of a manifest.
package struct PackageDependency: Sendable, Equatable {
  package let identity: String
  /// The name that target dependencies may use besides the identity.
  package let name: String?
  /// The folder of a local package, relative to the manifest's folder.
  package internal(set) var path: String?
  package let traits: JSON
  /// The requirement of an external package, to see any change.
  package let requirement: JSON
}

/// A target of a manifest, before its dependencies are resolved.
package struct TargetDescription: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case library = "regular"
    case executable
    case test
    case system
    case binary
    case macro
    case plugin
  }

  package let name: String
  package let kind: Kind
  package let path: String?
  package let dependencies: [Dependency]
  /// Paths below the target's folder that are not built.
  package let exclude: [String]
  /// When not empty, the only paths below the target's folder that are built.
  package let sources: [String]
  package let resources: [String]
  package let settings: [Setting]
  /// The evaluated target, to see any change.
  package let raw: JSON

  package struct Dependency: Sendable, Equatable {
    package let name: String
    /// The package of `.product(name:package:)`; `nil` when the manifest gives only a name.
    package let package: String?
    package let isPlugin: Bool
    /// Names under which the modules of the product are imported instead.
    package let moduleAliases: [String: String]
  }

  /// One build setting, such as `enableUpcomingFeature ExistentialAny`.
  package struct Setting: Sendable, Hashable {
    package let name, value: String
  }
}

extension Manifest {
  /// Reads the output of `swift package dump-package`.
  package init(dump: JSON) throws(MonoError) {
    guard let name = dump["name"]?.text,
      let folder = dump["packageKind"]?["root"]?.texts?.first,
      let targets = dump["targets"]?.elements
    else {
      throw .failure(
        "'swift package dump-package' answered in a form that this tool does not know.",
        hint: "Report this with the line that 'swift --version' prints.")
    }
    self.name = name
    dependencies = (dump["dependencies"]?.elements ?? []).flatMap {
      PackageDependency.decode($0, in: folder)
    }
    products = (dump["products"]?.elements ?? []).map(Product.init)
    self.targets = targets.compactMap(TargetDescription.init)
    let keys = [
      "name", "cLanguageStandard", "cxxLanguageStandard", "defaultLocalization", "pkgConfig",
      "platforms", "providers", "swiftLanguageVersions", "toolsVersion", "traits",
    ]
    settings =
      JSON.object(Dictionary(uniqueKeysWithValues: keys.map { ($0, dump[$0] ?? .null) })).compact
  }
}

extension Manifest.Product {
  fileprivate init(_ value: JSON) {
    name = value["name"]?.text ?? ""
    targets = value["targets"]?.texts ?? []
    kind = value["type"]?.object?.names.first ?? ""
    raw = value
  }
}

extension PackageDependency {
  /// Local, source control and registry dependencies stand under their kind, in an array.
  fileprivate static func decode(_ value: JSON, in folder: String) -> [PackageDependency] {
    (value.object?.members ?? []).flatMap { $0.value.elements ?? [] }.map { entry in
      PackageDependency(
        identity: entry["identity"]?.text?.lowercased() ?? "",
        name: entry["nameForTargetDependencyResolutionOnly"]?.text,
        path: entry["path"]?.text.map { Path.relative($0, to: folder) },
        traits: entry["traits"] ?? .null,
        requirement: ["location": entry["location"] ?? .null, "is": entry["requirement"] ?? .null])
    }
  }
}

extension TargetDescription {
  fileprivate init?(_ value: JSON) {
    guard let name = value["name"]?.text, let kind = value["type"]?.text.flatMap(Kind.init)
    else { return nil }
    self.name = name
    self.kind = kind
    path = value["path"]?.text
    let plugins = (value["pluginUsages"]?.elements ?? []).compactMap { usage in
      Dependency(["product": usage["plugin"] ?? .null], isPlugin: true)
    }
    dependencies =
      (value["dependencies"]?.elements ?? []).compactMap { Dependency($0, isPlugin: false) }
      + plugins
    exclude = value["exclude"]?.texts ?? []
    sources = value["sources"]?.texts ?? []
    resources = (value["resources"]?.elements ?? []).compactMap { $0["path"]?.text }
    settings = (value["settings"]?.elements ?? []).compactMap(Setting.init)
    raw = value
  }
}

extension TargetDescription.Dependency {
  /// `{"byName": [name, …]}`, `{"target": …}`, or `{"product": [name, package, aliases, …]}`.
  fileprivate init?(_ value: JSON, isPlugin: Bool) {
    guard let (kind, value) = value.object?.members.first.map({ ($0.name, $0.value) }),
      let parts = value.elements, let name = parts.first?.text
    else { return nil }
    self.name = name
    self.isPlugin = isPlugin
    package = kind == "product" && parts.count > 1 ? parts[1].text : nil
    let aliases = kind == "product" && parts.count > 2 ? parts[2].object?.members ?? [] : []
    let named = aliases.compactMap { alias in alias.value.text.map { (alias.name, $0) } }
    moduleAliases = Dictionary(named) { $1 }
  }
}

extension TargetDescription.Setting {
  fileprivate init?(_ value: JSON) {
    guard let member = value["kind"]?.object?.members.first else { return nil }
    name = member.name
    self.value = member.value["_0"].map { $0.text ?? $0.compact } ?? ""
  }
}
