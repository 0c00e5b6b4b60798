/// Checks a repository against its rules.
package struct Checker {
  private let context: CheckContext
  private let repository: Repository?

  /// - Parameter repository: Where the files are listed that the rules file names; without it only
  ///   targets and packages are compared with it.
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
    case .forbidden(let from, let to, let except):
      context.forbidden(rule, from: from, to: to, except: except)
    case .allowed(let from, let to, let except):
      context.allowed(rule, from: from, to: to, except: except)
    case .independent(let members): context.independent(rule, members)
    case .layers(let layers): context.layers(rule, layers)
    case .exhaustive(let among, let except): context.exhaustive(rule, among: among, except: except)
    case .acyclic: context.acyclic(rule)
    case .undeclaredImports: context.undeclaredImports(rule)
    case .unusedDependencies(let except): context.unusedDependencies(rule, except: except)
    // All of them read the sources once.
    case .forbiddenCode: []
    case .pictures(let documents): try context.pictures(rule, documents)
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
