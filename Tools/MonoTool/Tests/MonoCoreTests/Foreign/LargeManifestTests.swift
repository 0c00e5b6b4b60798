import Testing

@testable import MonoCore

/// The limits are those of the tool; this build is not optimized, so the best of three runs counts.
@Suite(.serialized)
struct LargeManifestTests {
  @Test func `124 targets are drawn in a second, checked in two and a half, compared in a half`()
    throws
  {
    let folder = try LargeManifest.make()
    let loader = WorkspaceLoader(evaluator: try folder.evaluator())
    let repository = Repository(root: folder.path)
    func load() throws -> Workspace { try loader.load(root: folder.path, repository: repository) }
    let workspace = try load()
    #expect(workspace.targets.count == 124)
    #expect(try SourceIndex(workspace: workspace).files.joined().count == 370)

    let graph = try Self.best { _ = try Picture.targets(load()).svg }
    let check = try Self.best {
      let findings = try Checker(workspace: load(), rules: .standard).findings()
      #expect(findings == [])
    }
    try folder.write("// changed\n", to: "Sources/Feature0/Feature0.swift")
    let affected = try Self.best {
      let report = try AffectedAnalysis(
        loader: loader, repository: repository, rules: .standard, workspace: load()
      ).run(base: "HEAD")
      #expect(report.selected.count > 40)
    }

    #expect(graph < .seconds(1))
    #expect(check < .milliseconds(2500))
    #expect(affected < .milliseconds(500))
  }

  private static func best(_ work: () throws -> Void) throws -> Duration {
    let clock = ContinuousClock()
    let times = try (1...3).map { _ in try clock.measure { try work() } }
    return times.min() ?? .zero
  }
}
