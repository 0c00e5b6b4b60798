import Basics

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
      let document = try JSON.parse(bytes)
      return try RulesReader(path: path, lines: JSON.Lines(of: bytes)).read(document)
    } catch let error as JSON.ParseError {
      throw .usage(
        "\(path):\(error.line): \(error.problem)", hint: "Correct the JSON and try again.")
    } catch let error as MonoError {
      throw error
    } catch {
      throw .usage("\(path): \(error)", hint: "Correct the file and try again.")
    }
  }

  /// - Throws: `MonoError.usage` for an input that names a target that does not exist: its files
  ///   would select nothing.
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
  let lines: JSON.Lines

  func read(_ file: JSON) throws -> RulesFile {
    let schema = JSONSchema(document: try JSON.parse(Array(RulesFile.schemaText.utf8)))
    if let problem = schema.problems(in: file).first {
      throw error(problem.message, at: problem.pointer, hint: problem.hint)
    }
    let rules = try (file["rules"]?.elements ?? []).enumerated().map { index, value in
      try rule(value, at: "/rules/\(index)")
    }
    for (index, rule) in rules.enumerated() where rules[..<index].contains(where: rule.isNamesake) {
      throw error(
        "There is another rule '\(rule.name)'.", at: "/rules/\(index)/name",
        hint: "Findings and baselines name the rule, so each needs a name of its own.")
    }
    return RulesFile(
      path: path, excluded: (file["exclude"]?.texts ?? []).map(Glob.init),
      baseline: file["baseline"]?.text ?? "mono.baseline.json",
      inputs: try (file["inputs"]?.elements ?? []).enumerated().map { index, value in
        try input(value, at: "/inputs/\(index)")
      },
      stableManifests: (file["stableManifests"]?.texts ?? []).map(Glob.init), rules: rules,
      features: features(file["features"] ?? [:]), scopes: scopes(file["containers"] ?? [:]),
      lines: lines)
  }

  private func error(_ message: String, at pointer: String, hint: String) -> MonoError {
    .usage("\(path):\(lines.line(of: pointer)): \(message)", hint: hint)
  }

  private func input(_ value: JSON, at pointer: String) throws -> InputMapping {
    InputMapping(
      paths: (value["paths"]?.texts ?? []).map(Glob.init),
      affects: try selectors(value["affects"], at: "\(pointer)/affects"),
      reason: value["reason"]?.text ?? "")
  }

  private func scopes(_ value: JSON) -> ScopeNames {
    var names = ScopeNames()
    names.containers = value["suffixes"]?.texts ?? names.containers
    names.dependencies = value["dependencies"]?.texts ?? names.dependencies
    names.except = Set(value["except"]?.texts ?? [])
    return names
  }

  private func features(_ value: JSON) -> FeatureSettings {
    var settings = FeatureSettings()
    settings.folder = Path.normalize(value["folder"]?.text ?? settings.folder)
    settings.compositionRoot = value["compositionRoot"]?.text
    settings.container = value["container"]?.text ?? settings.container
    settings.rootTarget = value["rootTarget"]?.text
    settings.rootTests = value["rootTests"]?.text
    settings.rules = value["rules"]?.texts ?? []
    settings.templates = value["templates"]?.text
    settings.modules = value["modules"]?.texts ?? []
    settings.testModules = value["testModules"]?.texts ?? []
    settings.list = value["list"].map { list in
      FeatureSettings.FeatureList(
        file: list["file"]?.text ?? "", variable: list["variable"]?.text ?? "",
        element: list["element"]?.text ?? "")
    }
    settings.openers = (value["openers"]?.members ?? [:]).mapValues { opener in
      (opener.members ?? [:]).compactMapValues(\.text)
    }
    settings.runtimeTypes = (value["runtimeTypes"]?.elements ?? []).map { entry in
      FeatureSettings.RuntimeType(
        type: entry["type"]?.text ?? "", module: entry["module"]?.text ?? "",
        sample: entry["sample"]?.text ?? "", sampleModule: entry["sampleModule"]?.text ?? "")
    }
    return settings
  }

  private func rule(_ value: JSON, at pointer: String) throws -> Rule {
    Rule(
      name: value["name"]?.text ?? "", kind: try kind(value, at: pointer),
      reason: value["reason"]?.text ?? "", line: lines.line(of: pointer))
  }

  private func kind(_ value: JSON, at pointer: String) throws -> Rule.Kind {
    func list(_ key: String) throws -> [Selector] {
      try selectors(value[key], at: "\(pointer)/\(key)")
    }
    switch value["kind"]?.text ?? "" {
    case "forbidden":
      return .forbidden(from: try list("from"), to: try list("to"), except: try list("except"))
    case "allowed":
      return .allowed(from: try list("from"), to: try list("to"), except: try list("except"))
    case "independent": return .independent(try list("members"))
    case "layers":
      return .layers(
        try (value["layers"]?.elements ?? []).enumerated().map { index, layer in
          try selectors(layer, at: "\(pointer)/layers/\(index)")
        })
    case "exhaustive": return .exhaustive(among: try list("among"), except: try list("except"))
    case "acyclic": return .acyclic
    case "undeclared-imports": return .undeclaredImports
    case "unused-dependencies": return .unusedDependencies(except: try list("except"))
    case "feature-shape": return .featureShape(try list("packages"))
    case "forbidden-code":
      let patterns = value["patterns"]?.texts ?? []
      for (index, pattern) in patterns.enumerated() where (try? Regex(pattern)) == nil {
        throw error(
          "'\(pattern)' is no regular expression.", at: "\(pointer)/patterns/\(index)",
          hint: "Correct it; a backslash is written twice in JSON.")
      }
      return .forbiddenCode(
        among: try list("among"), except: try list("except"),
        files: (value["files"]?.texts ?? []).map(Glob.init), patterns: patterns)
    case "equal-settings":
      return .equalSettings(among: try list("among"), except: try list("except"))
    case "pictures": return .pictures(documents: value["documents"]?.texts ?? [])
    case let other:
      throw error(
        "'\(other)' is no kind of rule.", at: "\(pointer)/kind", hint: "See 'mono help check'.")
    }
  }

  private func selectors(_ value: JSON?, at pointer: String) throws -> [Selector] {
    try (value?.texts ?? []).enumerated().map { index, text in
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
