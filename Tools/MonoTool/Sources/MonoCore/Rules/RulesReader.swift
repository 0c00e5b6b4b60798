extension RulesFile {
  /// Where a rules file is looked for, relative to the root.
  package static let places = ["Tools/mono.rules.json", "mono.rules.json", ".mono.rules.json"]

  /// The JSON schema of rules files, as it is published.
  package static let schemaText = String(
    decoding: PackageResources.mono_rules_schema_json, as: UTF8.self)

  /// Reads the rules of a repository: the file that is named, or the first that exists in the
  /// usual places, or the default rules.
  ///
  /// - Throws: `MonoError.usage` that names the line in the file.
  package static func load(root: String, path: String? = nil) throws(MonoError) -> RulesFile {
    guard let path = path ?? places.first(where: { Files.exists(Path.join(root, $0)) }) else {
      return standard
    }
    guard let bytes = Files.read(Path.join(root, path)) else {
      throw .usage("The rules file \(path) cannot be read.", hint: "Check the path of --rules.")
    }
    do {
      let document = try JSONParser.parse(bytes)
      return try RulesReader(path: path, lines: JSONPlaces(bytes)).read(document)
    } catch let error as JSONError {
      throw .usage(
        "\(path):\(error.line): \(error.problem)", hint: "Correct the JSON and try again.")
    } catch let error as MonoError {
      throw error
    } catch {
      throw .usage("\(path): \(error)", hint: "Correct the file and try again.")
    }
  }

  /// - Throws: `MonoError.usage` for an input that names a target that does not exist: its files would
  ///   select nothing.
  package func requireKnownTargets(in workspace: Workspace) throws(MonoError) {
    for selector in inputs.flatMap(\.affects) where workspace.targets([selector]).isEmpty {
      throw .usage(
        "\(path ?? ""):\(selector.line): '\(selector.text)' describes no target or package.",
        hint: "Correct the name: without it a changed file would select no test.")
    }
  }
}

/// Turns the JSON of a rules file into rules, after the schema has refused what it does not know.
private struct RulesReader {
  let path: String
  let lines: JSONPlaces

  func read(_ file: JSONValue) throws -> RulesFile {
    let schema = JSONSchema(document: try JSONParser.parse(Array(RulesFile.schemaText.utf8)))
    if let problem = schema.problems(in: file).first {
      throw error(problem.message, at: problem.pointer, hint: problem.hint)
    }
    let rules = try (file["rules"]?.array ?? []).enumerated().map { index, value in
      try rule(value, at: "/rules/\(index)")
    }
    for (index, rule) in rules.enumerated() where rules[..<index].contains(where: rule.isNamesake) {
      throw error(
        "There is another rule '\(rule.name)'.", at: "/rules/\(index)/name",
        hint: "Findings and baselines name the rule, so each needs a name of its own.")
    }
    return RulesFile(
      path: path, excluded: (file["exclude"]?.strings ?? []).map(Glob.init),
      baseline: file["baseline"]?.string ?? "mono.baseline.json",
      inputs: try (file["inputs"]?.array ?? []).enumerated().map { index, value in
        try input(value, at: "/inputs/\(index)")
      },
      rules: rules, features: features(file["features"] ?? [:]), lines: lines)
  }

  private func error(_ message: String, at pointer: String, hint: String) -> MonoError {
    .usage("\(path):\(lines.line(of: pointer)): \(message)", hint: hint)
  }

  private func input(_ value: JSONValue, at pointer: String) throws -> InputMapping {
    InputMapping(
      paths: (value["paths"]?.strings ?? []).map(Glob.init),
      affects: try selectors(value["affects"], at: "\(pointer)/affects"),
      reason: value["reason"]?.string ?? "")
  }

  private func features(_ value: JSONValue) -> FeatureSettings {
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
    settings.list = value["list"].map { list in
      FeatureSettings.FeatureList(
        file: list["file"]?.string ?? "", variable: list["variable"]?.string ?? "",
        element: list["element"]?.string ?? "")
    }
    settings.openers = (value["openers"]?.object ?? [:]).mapValues { opener in
      (opener.object ?? [:]).compactMapValues(\.string)
    }
    settings.runtimeTypes = (value["runtimeTypes"]?.array ?? []).map { entry in
      FeatureSettings.RuntimeType(
        type: entry["type"]?.string ?? "", module: entry["module"]?.string ?? "",
        sample: entry["sample"]?.string ?? "", sampleModule: entry["sampleModule"]?.string ?? "")
    }
    return settings
  }

  private func rule(_ value: JSONValue, at pointer: String) throws -> Rule {
    Rule(
      name: value["name"]?.string ?? "", kind: try kind(value, at: pointer),
      reason: value["reason"]?.string ?? "", line: lines.line(of: pointer))
  }

  private func kind(_ value: JSONValue, at pointer: String) throws -> Rule.Kind {
    func list(_ key: String) throws -> [Selector] {
      try selectors(value[key], at: "\(pointer)/\(key)")
    }
    switch value["kind"]?.string ?? "" {
    case "forbidden":
      return .forbidden(from: try list("from"), to: try list("to"), except: try list("except"))
    case "allowed":
      return .allowed(from: try list("from"), to: try list("to"), except: try list("except"))
    case "independent": return .independent(try list("members"))
    case "layers":
      return .layers(
        try (value["layers"]?.array ?? []).enumerated().map { index, layer in
          try selectors(layer, at: "\(pointer)/layers/\(index)")
        })
    case "exhaustive": return .exhaustive(among: try list("among"), except: try list("except"))
    case "acyclic": return .acyclic
    case "undeclared-imports": return .undeclaredImports
    case "unused-dependencies": return .unusedDependencies(except: try list("except"))
    case "feature-shape": return .featureShape(try list("packages"))
    case "equal-settings":
      return .equalSettings(among: try list("among"), except: try list("except"))
    case "pictures": return .pictures(documents: value["documents"]?.strings ?? [])
    case let other:
      throw error(
        "'\(other)' is no kind of rule.", at: "\(pointer)/kind", hint: "See 'mono help check'.")
    }
  }

  private func selectors(_ value: JSONValue?, at pointer: String) throws -> [Selector] {
    try (value?.strings ?? []).enumerated().map { index, text in
      let place = "\(pointer)/\(index)"
      do throws(MonoError) { return try Selector(text, line: lines.line(of: place)) } catch {
        throw self.error(error.message, at: place, hint: error.hint)
      }
    }
  }
}

extension Rule {
  fileprivate func isNamesake(_ other: Rule) -> Bool { name == other.name }
}
