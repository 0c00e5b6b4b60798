package import Basics

extension Manifest {
  /// Reads the output of `swift package dump-package`.
  package init(dump: JSON) throws(MonoError) {
    guard let name = dump["name"]?.text,
      let folder = dump["packageKind"]?["root"]?.texts?.first,
      let targets = dump["targets"]?.elements
    else {
      throw .failure(
        "'swift package dump-package' answered in a form that this tool does not know.",
        hint: "Run 'Tools/mono doctor' and report the toolchain's version.")
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
