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
