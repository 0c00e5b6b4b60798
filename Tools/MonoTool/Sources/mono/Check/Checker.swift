/// Checks a repository against its rules.
struct Checker {
  let workspace: Workspace
  let rules: RulesFile
  let sources: SourceIndex
  let manifests: ManifestIndex
  let modules: ModuleNames
  let evidence: DependencyGraph
  private let repository: Repository?

  /// - Parameter repository: Lists the files that the rules file names; not compared without it.
  init(workspace: Workspace, rules: RulesFile, repository: Repository? = nil) throws {
    self.workspace = workspace
    self.rules = rules
    self.repository = repository
    sources = try SourceIndex(workspace: workspace)
    manifests = ManifestIndex(workspace: workspace)
    modules = ModuleNames(workspace: workspace)
    evidence = DependencyGraph(workspace, sources, modules, manifests)
  }

  /// Every place where a rule does not hold, sorted by place.
  func findings() throws -> [Finding] {
    let undeclared = Set(rules.rules.filter { $0.kind == .undeclaredImports }.map(\.name))
    let broken = try rules.rules.flatMap(findings)
    // What must not be imported must not be declared either.
    let forbidden = Set(broken.filter { !undeclared.contains($0.rule) }.compactMap(\.edge))
    let found = broken.filter { finding in
      !undeclared.contains(finding.rule) || !(finding.edge.map(forbidden.contains) ?? false)
    }
    return Set(try found + codeFindings() + unreadable + idleEntries()).sorted()
  }

  private func findings(_ rule: Rule) throws -> [Finding] {
    switch rule.kind {
    case .forbidden: forbidden(rule)
    case .allowed: allowed(rule)
    case .independent: independent(rule)
    case .layers: layers(rule)
    case .exhaustive: exhaustive(rule)
    case .acyclic: acyclic(rule)
    case .undeclaredImports: undeclaredImports(rule)
    case .unusedDependencies: unusedDependencies(rule)
    // All of them read the sources once.
    case .forbiddenCode, .mentioned, .askedOnce: []
    case .language: language(rule)
    case .articles: try articles(rule)
    case .pictures: try pictures(rule)
    }
  }

  func label(_ target: Int) -> String { workspace[target].label }
  func manifestPath(of target: Int) -> String { workspace.package(of: target).manifestPath }
}

/// What is found without a rule.
extension Checker {
  /// Manifests that cannot be evaluated.
  private var unreadable: [Finding] {
    workspace.unreadable.map { folder, error in
      Finding(
        rule: "manifest", from: folder, to: "", file: Path.join(folder, "Package.swift"), line: 1,
        message: error.message, reason: "Nothing can be said about a package without its manifest.",
        remedy: error.hint)
    }
  }

  /// Everything in the rules file that names nothing, so that the rule holds for the wrong reason;
  /// patterns count where the files are known.
  private func idleEntries() throws -> [Finding] {
    let files = try repository?.files()
    var found: [Finding] = []
    func add(_ text: String, _ noun: String, _ place: String, _ rule: String, _ reason: String) {
      found.append(
        Finding(
          rule: rule, from: rules.path ?? "", to: text, file: rules.path ?? "",
          line: rules.line(of: text, at: place), message: "'\(text)' describes no \(noun).",
          reason: reason, remedy: "Correct it, or remove it."))
    }
    func addNames(_ names: [Selector], _ place: String, _ rule: String, _ reason: String) {
      for name in names where workspace.targets([name]).isEmpty {
        add(name.text, "target or package", place, rule, reason)
      }
    }
    func addPatterns(
      _ globs: [Glob], in files: [String], _ place: String, _ rule: String, _ reason: String
    ) {
      for glob in globs where !files.contains(where: glob.matches) {
        add(glob.pattern, "file here", place, rule, reason)
      }
    }
    addNames(rules.emptyTests, "/emptyTests", "emptyTests", "It excuses nothing.")
    for (number, rule) in rules.rules.enumerated() {
      addNames(rule.selectors, "/rules/\(number)", rule.name, rule.reason)
      let targets = workspace.targets(rule.among, except: rule.except)
      guard rule.kind == .forbiddenCode, !targets.isEmpty else { continue }
      let files = targets.flatMap { sources.files[$0] }
      addPatterns(rule.files, in: files, "/rules/\(number)", rule.name, rule.reason)
    }
    for (number, input) in rules.inputs.enumerated() {
      addNames(input.affects, "/inputs/\(number)", "inputs", input.reason)
      guard let files else { continue }
      addPatterns(input.paths, in: files, "/inputs/\(number)", "inputs", input.reason)
    }
    if files != nil {
      addPatterns(
        rules.stableManifests, in: workspace.packages.map(\.folder), "/stableManifests",
        "stableManifests", "The manifest that is meant is evaluated every time.")
    }
    return found
  }
}
