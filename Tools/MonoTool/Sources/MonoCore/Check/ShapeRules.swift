import Basics

/// Rules about the public protocols, containers and settings of packages.
extension CheckContext {
  func featureShape(_ rule: Rule, _ packages: [Selector]) throws -> [Finding] {
    let selected = Set(workspace.targets(packages).map { workspace.targets[$0].package })
    return try selected.sorted().flatMap { package -> [Finding] in
      let libraries = workspace.packages[package].targets.filter {
        workspace.targets[$0].kind == .library && !workspace.targets[$0].name.hasSuffix("Testing")
      }
      let declarations = try PublicDeclarations.scan(
        libraries.flatMap { sources.files[$0] }, root: workspace.root)
      return one(rule, package, "Dependencies", declarations.filter { $0.keyword == "protocol" })
        + one(rule, package, "Container", declarations.filter { $0.keyword != "protocol" })
    }
  }

  /// Exactly one declaration with the suffix, and it begins with the package's name.
  private func one(
    _ rule: Rule, _ package: Int, _ suffix: String, _ declarations: [PublicDeclaration]
  ) -> [Finding] {
    let name = workspace.packages[package].name
    // One name can be declared once in each branch of an #if.
    let found = Dictionary(
      declarations.filter { $0.name.hasSuffix(suffix) }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    ).values.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    let wanted = found.filter { $0.name.hasPrefix(name) }
    let what = suffix == "Dependencies" ? "protocol" : "type"
    var findings = found.filter { $0 != wanted.first }.map { extra in
      Finding(
        rule: rule.name, from: name, to: extra.name, file: extra.file, line: extra.line,
        message: "\(name) offers more than one public …\(suffix): \(extra.name).",
        reason: rule.reason, remedy: "Make \(extra.name) internal, or rename it.")
    }
    if wanted.isEmpty {
      findings.append(
        Finding(
          rule: rule.name, from: name, to: "\(name)\(suffix)",
          file: workspace.packages[package].manifestPath, line: 1,
          message: "\(name) offers no public \(what) \(name)\(suffix).", reason: rule.reason,
          remedy: "Declare a public \(what) \(name)\(suffix)."))
    }
    return findings
  }

  func equalSettings(_ rule: Rule, among: [Selector], except: [Selector]) -> [Finding] {
    let compiled = workspace.targets(among, except: except).sorted().filter { index in
      switch workspace.targets[index].kind {
      case .library, .executable, .test, .macro: !sources.files[index].isEmpty
      case .system, .binary, .plugin: false
      }
    }
    let settings = compiled.map(languageSettings)
    let counts = settings.reduce(into: [Set<String>: Int]()) { $0[$1, default: 0] += 1 }
    let usual = counts.max { left, right in
      (left.value, right.key.sorted().joined()) < (right.value, left.key.sorted().joined())
    }?.key
    guard let usual else { return [] }
    let different = zip(compiled, settings).filter { $0.1 != usual }
    let groups = Dictionary(grouping: different) { pair in
      [workspace.package(of: pair.0).name] + difference(pair.1, from: usual)
    }
    return groups.map { key, pairs in
      let first = pairs[0].0
      let names = pairs.map { workspace.targets[$0.0].name }.joined(separator: ", ")
      return Finding(
        rule: rule.name, from: key[0], to: names, file: manifestPath(of: first),
        line: manifests.line(ofTarget: first),
        message: "\(names) in \(key[0]) \(key.dropFirst().joined(separator: ", ")).",
        reason: rule.reason, remedy: "Give all targets the settings that the others have.")
    }
  }

  private func difference(_ settings: Set<String>, from usual: Set<String>) -> [String] {
    usual.subtracting(settings).sorted().map { "lacks \($0)" }
      + settings.subtracting(usual).sorted().map { "adds \($0)" }
  }

  /// The compiler options among the values of `unsafeFlags` that change the language.
  private static func languageFlags(_ value: String) -> [String] {
    let options = (try? JSON.parse(Array(value.utf8)))?.texts ?? []
    let names: Set = [
      "-swift-version", "-enable-upcoming-feature", "-disable-upcoming-feature",
      "-enable-experimental-feature", "-strict-concurrency", "-default-isolation",
      "-cxx-interoperability-mode",
    ]
    return options.indices.compactMap { index in
      let option = options[index]
      if names.contains(option), index + 1 < options.count {
        return "\(option) \(options[index + 1])"
      }
      return names.contains { option.hasPrefix($0 + "=") } ? option : nil
    }
  }

  private func languageSettings(of index: Int) -> Set<String> {
    let names: Set = [
      "enableUpcomingFeature", "enableExperimentalFeature", "swiftLanguageMode",
      "defaultIsolation", "interoperabilityMode", "strictMemorySafety",
    ]
    let manifest = workspace.package(of: index).manifest
    let all = workspace.targets[index].description.settings
    let flags = all.filter { $0.tool == "swift" && $0.name == "unsafeFlags" }
      .flatMap { Self.languageFlags($0.value) }
    let own = all.filter { names.contains($0.name) }
      .map { setting in
        let condition = setting.condition.isEmpty ? "" : " when \(setting.condition)"
        return "\(setting.name)\(setting.value.isEmpty ? "" : " \(setting.value)")\(condition)"
      }
    let modes = manifest.languageModes.map { "language mode \($0)" }
    return Set(own + flags + modes + ["tools version \(manifest.toolsVersion)"])
  }
}
