import Basics

/// An evaluated package manifest: what `swift package dump-package` says.
struct Manifest: Sendable {
  let name: String
  var dependencies: [PackageDependency]
  let products: [Product]
  let targets: [TargetDescription]
  /// Everything at package level that can change how its targets are built.
  let settings: JSON

  struct Product: Sendable {
    let name: String
    let targets: [String]
    /// The evaluated product, to see any change.
    let raw: JSON
  }

  /// Reads the output of `swift package dump-package`.
  init(dump: JSON) throws {
    guard let name = dump["name"]?.text, var settings = dump.object,
      let folder = dump["packageKind"]?["root"].texts.first, dump["targets"]?.elements != nil
    else {
      throw MonoError.failure(
        "'swift package dump-package' answered in a form that this tool does not know.",
        hint: "Report this with the line that 'swift --version' prints.")
    }
    self.name = name
    // Local, source control and registry dependencies stand under their kind, in an array.
    dependencies = dump["dependencies"].list.flatMap { $0.object?.members ?? [] }
      .flatMap { $0.value.elements ?? [] }.map { PackageDependency($0, in: folder) }
    products = dump["products"].list.map {
      Product(name: $0["name"]?.text ?? "", targets: $0["targets"].texts, raw: $0)
    }
    targets = dump["targets"].list.compactMap(TargetDescription.init)
    for key in ["dependencies", "products", "targets", "packageKind"] { settings[key] = nil }
    self.settings = .object(settings)
  }
}

/// A `.package(…)` of a manifest.
struct PackageDependency: Sendable {
  /// The name that target dependencies may use besides the identity.
  let name: String?
  let identity: String
  /// The folder of a local package, relative to the manifest's folder.
  var path: String?
  let traits: JSON
  /// The requirement of an external package, to see any change.
  let requirement: JSON

  var names: [String] { [name, identity, path.map(Path.name)].compactMap(\.self) }

  fileprivate init(_ entry: JSON, in folder: String) {
    path = entry["path"]?.text.map { Path.relative($0, to: folder) }
    name = entry["nameForTargetDependencyResolutionOnly"]?.text
    identity = entry["identity"]?.text ?? ""
    traits = entry["traits"] ?? .null
    requirement = ["location": entry["location"] ?? .null, "is": entry["requirement"] ?? .null]
  }
}

/// A target of a manifest, before its dependencies are resolved.
struct TargetDescription: Sendable {
  enum Kind: String, Sendable, Encodable {
    case library = "regular"
    case executable, test, system, binary, macro, plugin
  }

  let name: String
  let kind: Kind
  let path: String?
  let dependencies: [Dependency]
  /// Paths below the target's folder that are not built.
  let exclude: [String]
  /// When not empty, the only paths below the target's folder that are built.
  let sources: [String]
  let resources: [String]
  let settings: [Setting]
  /// The evaluated target, to see any change.
  let raw: JSON

  struct Dependency: Sendable, Equatable {
    let name: String
    /// The package of `.product(name:package:)`; `nil` when the manifest gives only a name.
    let package: String?
    let isPlugin: Bool
    /// Names under which the modules of the product are imported instead.
    let aliases: [String]
  }

  /// One build setting, such as `enableUpcomingFeature ExistentialAny`.
  struct Setting: Sendable, Hashable {
    let name, value: String
  }

  fileprivate init?(_ value: JSON) {
    guard let name = value["name"]?.text, let kind = value["type"]?.text.flatMap(Kind.init) else {
      return nil
    }
    (self.name, self.kind, raw) = (name, kind, value)
    path = value["path"]?.text
    dependencies =
      value["dependencies"].list.compactMap { Dependency($0, isPlugin: false) }
      + value["pluginUsages"].list.compactMap { Dependency($0, isPlugin: true) }
    exclude = value["exclude"].texts
    sources = value["sources"].texts
    resources = value["resources"].list.compactMap { $0["path"]?.text }
    settings = value["settings"].list.compactMap { setting in
      guard let member = setting["kind"]?.object?.members.first else { return nil }
      let value = member.value["_0"].map { $0.text ?? $0.compact } ?? ""
      return Setting(name: member.name, value: value)
    }
  }
}

extension TargetDescription.Dependency {
  /// `{"byName": [name, …]}`, `{"target": …}`, `{"product": [name, package, aliases, …]}`, or
  /// `{"plugin": [name, package]}`.
  fileprivate init?(_ value: JSON, isPlugin: Bool) {
    guard let member = value.object?.members.first, let parts = member.value.elements,
      let name = parts.first?.text
    else { return nil }
    let more = ["product", "plugin"].contains(member.name) ? parts.dropFirst() : []
    (self.name, self.isPlugin, package) = (name, isPlugin, more.first?.text)
    aliases = more.dropFirst().first?.object?.members.compactMap(\.value.text) ?? []
  }
}
