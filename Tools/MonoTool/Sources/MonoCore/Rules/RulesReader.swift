extension RulesFile {
  /// Where a rules file is looked for, relative to the root.
  package static let places = ["Tools/mono.rules.json", "mono.rules.json", ".mono.rules.json"]

  /// Reads the rules of a repository: the file that is named, or the first that exists in the
  /// usual places, or the default rules.
  ///
  /// - Throws: `MonoError.usage` that names the place in the file.
  package static func load(root: String, path: String? = nil) throws(MonoError) -> RulesFile {
    guard let path = path ?? places.first(where: { Files.exists(Path.join(root, $0)) }) else {
      return standard
    }
    guard let bytes = Files.read(Path.join(root, path)) else {
      throw .usage("The rules file \(path) cannot be read.", hint: "Check the path of --rules.")
    }
    do {
      return try RulesReader(path: path).read(try JSONParser.parse(bytes))
    } catch let error as JSONError {
      throw .usage("\(path): \(error)", hint: "Correct the JSON and try again.")
    } catch let error as MonoError {
      throw .usage("\(path): \(error.message)", hint: error.hint)
    } catch {
      throw .usage("\(path): \(error)", hint: "Correct the file and try again.")
    }
  }
}

/// Turns the JSON of a rules file into rules, refusing whatever it does not know.
private struct RulesReader {
  let path: String

  func read(_ file: JSONValue) throws -> RulesFile {
    try expect(file, keys: ["version", "exclude", "baseline", "inputs", "rules", "features"])
    return RulesFile(
      path: path, excluded: (file["exclude"]?.strings ?? []).map(Glob.init),
      baseline: file["baseline"]?.string ?? "mono.baseline.json",
      inputs: try (file["inputs"]?.array ?? []).map(input),
      rules: try (file["rules"]?.array ?? []).map(rule),
      features: try features(file["features"] ?? [:]))
  }

  private func input(_ value: JSONValue) throws -> InputMapping {
    try expect(value, keys: ["paths", "affects", "reason"])
    return InputMapping(
      paths: (value["paths"]?.strings ?? []).map(Glob.init),
      affects: try selectors(value, "affects"), reason: try text(value, "reason"))
  }

  private func features(_ value: JSONValue) throws -> FeatureSettings {
    try expect(
      value,
      keys: [
        "folder", "compositionRoot", "container", "list", "modules", "openers", "rootTarget",
        "rootTests", "rules", "runtimeTypes", "templates", "testModules",
      ])
    var settings = FeatureSettings()
    settings.folder = value["folder"]?.string ?? settings.folder
    settings.compositionRoot = value["compositionRoot"]?.string
    settings.container = value["container"]?.string ?? settings.container
    settings.rootTarget = value["rootTarget"]?.string
    settings.rootTests = value["rootTests"]?.string
    settings.rules = value["rules"]?.strings ?? []
    settings.templates = value["templates"]?.string
    settings.modules = value["modules"]?.strings ?? []
    settings.testModules = value["testModules"]?.strings ?? []
    settings.list = try value["list"].map { list in
      try expect(list, keys: ["file", "variable", "element"])
      return FeatureSettings.FeatureList(
        file: try text(list, "file"), variable: try text(list, "variable"),
        element: try text(list, "element"))
    }
    settings.openers = (value["openers"]?.object ?? [:]).mapValues { opener in
      (opener.object ?? [:]).compactMapValues(\.string)
    }
    settings.runtimeTypes = try (value["runtimeTypes"]?.array ?? []).map { entry in
      try expect(entry, keys: ["type", "module", "sample", "sampleModule"])
      return FeatureSettings.RuntimeType(
        type: try text(entry, "type"), module: try text(entry, "module"),
        sample: try text(entry, "sample"), sampleModule: try text(entry, "sampleModule"))
    }
    return settings
  }

  private func rule(_ value: JSONValue) throws -> Rule {
    let name = try text(value, "name")
    return Rule(name: name, kind: try kind(value), reason: try text(value, "reason"))
  }

  private func kind(_ value: JSONValue) throws -> Rule.Kind {
    let common: Set = ["name", "kind", "reason"]
    switch try text(value, "kind") {
    case "forbidden":
      try expect(value, keys: common.union(["from", "to", "except"]))
      return .forbidden(
        from: try selectors(value, "from"), to: try selectors(value, "to"),
        except: try selectors(value, "except"))
    case "allowed":
      try expect(value, keys: common.union(["from", "to", "except"]))
      return .allowed(
        from: try selectors(value, "from"), to: try selectors(value, "to"),
        except: try selectors(value, "except"))
    case "independent":
      try expect(value, keys: common.union(["members"]))
      return .independent(try selectors(value, "members"))
    case "layers":
      try expect(value, keys: common.union(["layers"]))
      return .layers(
        try (value["layers"]?.array ?? []).map { try ($0.strings ?? []).map(Selector.init) })
    case "acyclic":
      try expect(value, keys: common)
      return .acyclic
    case "undeclared-imports":
      try expect(value, keys: common)
      return .undeclaredImports
    case "unused-dependencies":
      try expect(value, keys: common.union(["except"]))
      return .unusedDependencies(except: try selectors(value, "except"))
    case "feature-shape":
      try expect(value, keys: common.union(["packages"]))
      return .featureShape(try selectors(value, "packages"))
    case "equal-settings":
      try expect(value, keys: common.union(["among", "except"]))
      return .equalSettings(
        among: try selectors(value, "among"), except: try selectors(value, "except"))
    case "pictures":
      try expect(value, keys: common.union(["documents"]))
      return .pictures(documents: value["documents"]?.strings ?? [])
    case let other:
      throw MonoError.usage("'\(other)' is no kind of rule.", hint: "See 'mono help check'.")
    }
  }

  private func selectors(_ value: JSONValue, _ key: String) throws -> [Selector] {
    try (value[key]?.strings ?? []).map(Selector.init)
  }

  private func text(_ value: JSONValue, _ key: String) throws -> String {
    guard let text = value[key]?.string, !text.isEmpty else {
      throw MonoError.usage(
        "An entry has no \"\(key)\": \(value.compact)", hint: "Every rule and input needs it.")
    }
    return text
  }

  private func expect(_ value: JSONValue, keys: Set<String>) throws {
    guard let members = value.object else {
      throw MonoError.usage("\(value.compact) is not an object.", hint: "Use { … }.")
    }
    if let unknown = members.keys.sorted().first(where: { !keys.contains($0) }) {
      throw MonoError.usage(
        "\"\(unknown)\" is not known in \(value.compact).",
        hint: "Known are \(keys.sorted().joined(separator: ", ")).")
    }
  }
}
