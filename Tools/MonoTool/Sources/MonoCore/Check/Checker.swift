/// Checks a repository against its rules.
package struct Checker {
  let workspace: Workspace
  let rules: RulesFile
  let sources: SourceIndex
  let manifests: ManifestIndex
  let modules: ModuleNames
  let evidence: DependencyGraph
  private let repository: Repository?

  /// - Parameter repository: Lists the files that the rules file names; not compared without it.
  package init(workspace: Workspace, rules: RulesFile, repository: Repository? = nil) throws {
    self.workspace = workspace
    self.rules = rules
    self.repository = repository
    sources = try SourceIndex(workspace: workspace)
    manifests = ManifestIndex(workspace: workspace)
    modules = ModuleNames(workspace: workspace)
    evidence = DependencyGraph(workspace: workspace, sources: sources, manifests: manifests)
  }

  /// Every place where a rule does not hold, sorted by place.
  package func findings() throws -> [Finding] {
    let undeclared = Set(rules.rules.filter { $0.kind == .undeclaredImports }.map(\.name))
    let broken = try rules.rules.flatMap(findings)
    // What must not be imported must not be declared either.
    let forbidden = Set(broken.filter { !undeclared.contains($0.rule) }.compactMap(\.edge))
    let found = broken.filter { finding in
      !undeclared.contains(finding.rule) || !(finding.edge.map(forbidden.contains) ?? false)
    }
    let all =
      try found + codeFindings() + unreadable + idleEntries(files: repository?.files())
    return Set(all).sorted()
  }

  /// Manifests that cannot be evaluated, which are found without a rule.
  private var unreadable: [Finding] {
    workspace.unreadable.map { folder, error in
      Finding(
        rule: "manifest", from: folder, to: "", file: Path.join(folder, "Package.swift"), line: 1,
        message: error.message, reason: "Nothing can be said about a package without its manifest.",
        remedy: error.hint)
    }
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

  func label(_ target: Int) -> String { workspace.targets[target].label }
  func manifestPath(of target: Int) -> String { workspace.package(of: target).manifestPath }
}
