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
    let broken = try rules.rules.flatMap(findings) + codeFindings()
    let found =
      withoutContradictions(broken) + manifestFindings
      + outsideFindings(links: try repository?.links() ?? [:])
      + idleEntries(files: try repository?.files())
    return Set(found).sorted()
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
