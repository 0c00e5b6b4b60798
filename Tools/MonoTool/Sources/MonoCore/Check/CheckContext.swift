/// Everything that rules look at.
struct CheckContext {
  let workspace: Workspace
  let rules: RulesFile
  let sources: SourceIndex
  let manifests: ManifestIndex
  let modules: ModuleNames
  let evidence: EvidenceGraph

  init(workspace: Workspace, rules: RulesFile) throws {
    self.workspace = workspace
    self.rules = rules
    sources = try SourceIndex(workspace: workspace)
    manifests = ManifestIndex(workspace: workspace)
    modules = ModuleNames(workspace: workspace)
    evidence = EvidenceGraph(workspace: workspace, sources: sources, manifests: manifests)
  }

  func label(_ target: Int) -> String { workspace.targets[target].label }

  func manifestPath(of target: Int) -> String { workspace.package(of: target).manifestPath }
}
