/// Checks a repository against its rules.
package struct Checker {
  private let context: CheckContext
  private let repository: Repository?

  /// - Parameter repository: Lists the files that the rules file names; not compared without it.
  package init(workspace: Workspace, rules: RulesFile, repository: Repository? = nil) throws {
    context = try CheckContext(workspace: workspace, rules: rules)
    self.repository = repository
  }

  /// Every place where a rule does not hold, sorted by place.
  package func findings() throws -> [Finding] {
    let broken = try context.rules.rules.flatMap(findings) + context.forbiddenCode()
    let found =
      context.withoutContradictions(broken) + context.manifestFindings
      + context.outsideFindings(links: try repository?.links() ?? [:])
      + context.idleEntries(files: try repository?.files())
    return Array(Set(found)).sorted()
  }

  private func findings(_ rule: Rule) throws -> [Finding] {
    switch rule.kind {
    case .forbidden: context.forbidden(rule)
    case .allowed: context.allowed(rule)
    case .independent: context.independent(rule)
    case .layers: context.layers(rule)
    case .exhaustive: context.exhaustive(rule)
    case .acyclic: context.acyclic(rule)
    case .undeclaredImports: context.undeclaredImports(rule)
    case .unusedDependencies: context.unusedDependencies(rule)
    // All of them read the sources once.
    case .forbiddenCode: []
    case .pictures: try context.pictures(rule)
    }
  }
}

/// The input of all rules.
struct CheckContext {
  let workspace: Workspace
  let rules: RulesFile
  let sources: SourceIndex
  let manifests: ManifestIndex
  let modules: ModuleNames
  let evidence: DependencyGraph

  init(workspace: Workspace, rules: RulesFile) throws {
    self.workspace = workspace
    self.rules = rules
    sources = try SourceIndex(workspace: workspace)
    manifests = ManifestIndex(workspace: workspace)
    modules = ModuleNames(workspace: workspace)
    evidence = DependencyGraph(workspace: workspace, sources: sources, manifests: manifests)
  }

  func label(_ target: Int) -> String { workspace.targets[target].label }
  func manifestPath(of target: Int) -> String { workspace.package(of: target).manifestPath }
}
