import Testing

@testable import MonoCore

struct LargeManifestTests {
  @Test func `124 targets are drawn, checked and compared`() throws {
    let folder = try LargeManifest.make()
    let loader = WorkspaceLoader(evaluator: try folder.evaluator())
    let repository = Repository(root: folder.path)
    func load() throws -> Workspace { try loader.load(root: folder.path, repository: repository) }
    let workspace = try load()
    #expect(workspace.targets.count == 124)
    #expect(try SourceIndex(workspace: workspace).files.joined().count == 370)

    #expect(try Picture.targets(load()).mermaid.contains("flowchart"))
    #expect(try Checker(workspace: load(), rules: .standard).findings() == [])
    try folder.write("// changed\n", to: "Sources/Feature0/Feature0.swift")
    let report = try AffectedAnalysis(
      loader: loader, repository: repository, rules: .standard, workspace: load()
    ).run(base: "HEAD")
    #expect(report.selected.count > 40)
  }
}
