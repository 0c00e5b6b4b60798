extension Manifest {
  /// Reads the output of `swift package dump-package`.
  ///
  /// - Throws: `MonoError.failure` when the document does not have the expected form.
  package init(dump: JSONValue) throws(MonoError) {
    guard let name = dump["name"]?.string,
      let folder = dump["packageKind"]?["root"]?.strings?.first,
      let targets = dump["targets"]?.array
    else {
      throw .failure(
        "'swift package dump-package' answered in a form that this tool does not know.",
        hint: "Run 'Tools/mono doctor' and report the toolchain's version.")
    }
    self.name = name
    toolsVersion = dump["toolsVersion"]?["_version"]?.string ?? ""
    dependencies = (dump["dependencies"]?.array ?? []).flatMap {
      PackageDependency.decode($0, in: folder)
    }
    products = (dump["products"]?.array ?? []).map(Product.init)
    self.targets = targets.compactMap(TargetDescription.init)
    languageModes = dump["swiftLanguageVersions"]?.strings ?? []
    defaultTraits =
      dump["traits"]?.array?.first { $0["name"]?.string == "default" }?["enabledTraits"]?.strings
      ?? []
    let keys = [
      "name", "cLanguageStandard", "cxxLanguageStandard", "defaultLocalization", "pkgConfig",
      "platforms", "providers", "swiftLanguageVersions", "toolsVersion", "traits",
    ]
    settings =
      JSONValue.object(
        Dictionary(uniqueKeysWithValues: keys.map { ($0, dump[$0] ?? .null) })
      ).compact
  }
}

extension Manifest.Product {
  fileprivate init(_ value: JSONValue) {
    name = value["name"]?.string ?? ""
    targets = value["targets"]?.strings ?? []
    kind = value["type"]?.object?.keys.first ?? ""
    raw = value
  }
}

extension PackageDependency {
  /// Local, source control and registry dependencies stand under their kind, in an array.
  fileprivate static func decode(_ value: JSONValue, in folder: String) -> [PackageDependency] {
    (value.object ?? [:]).values.flatMap { $0.array ?? [] }.map { entry in
      PackageDependency(
        identity: entry["identity"]?.string?.lowercased() ?? "",
        name: entry["nameForTargetDependencyResolutionOnly"]?.string,
        path: entry["path"]?.string.map { Path.relative($0, to: folder) },
        traits: entry["traits"] ?? .null,
        requirement: ["location": entry["location"] ?? .null, "is": entry["requirement"] ?? .null])
    }
  }
}

extension TargetDescription {
  fileprivate init?(_ value: JSONValue) {
    guard let name = value["name"]?.string,
      let kind = value["type"]?.string.flatMap(Kind.init)
    else { return nil }
    self.name = name
    self.kind = kind
    path = value["path"]?.string
    let plugins = (value["pluginUsages"]?.array ?? []).compactMap { usage in
      Dependency(["product": usage["plugin"] ?? .null], isPlugin: true)
    }
    dependencies =
      (value["dependencies"]?.array ?? []).compactMap { Dependency($0, isPlugin: false) } + plugins
    exclude = value["exclude"]?.strings ?? []
    sources = value["sources"]?.strings ?? []
    resources = (value["resources"]?.array ?? []).compactMap { $0["path"]?.string }
    settings = (value["settings"]?.array ?? []).compactMap(Setting.init)
    raw = value
  }
}

extension TargetDescription.Dependency {
  /// `{"byName": [name, condition]}`, `{"target": …}`, or
  /// `{"product": [name, package, aliases, condition]}`.
  fileprivate init?(_ value: JSONValue, isPlugin: Bool) {
    guard let (kind, parts) = value.object?.first, let parts = parts.array,
      let name = parts.first?.string
    else { return nil }
    self.name = name
    self.isPlugin = isPlugin
    package = kind == "product" && parts.count > 1 ? parts[1].string : nil
    let aliases = kind == "product" && parts.count > 2 ? parts[2].object ?? [:] : [:]
    moduleAliases = aliases.compactMapValues(\.string)
  }
}

extension TargetDescription.Setting {
  fileprivate init?(_ value: JSONValue) {
    guard let (name, content) = value["kind"]?.object?.first else { return nil }
    self.name = name
    tool = value["tool"]?.string ?? ""
    self.value = content["_0"].map { $0.string ?? $0.compact } ?? ""
    condition = value["condition"]?.compact ?? ""
  }
}
