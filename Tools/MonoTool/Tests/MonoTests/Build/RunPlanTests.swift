import Basics
import Testing

@testable import mono

struct RunPlanTests {
  @Test func `All tests run in the root package, those of one package in it`() throws {
    let workspace = try Self.fixture()
    func tests(_ packages: String...) -> [Int] {
      workspace.targets.indices.filter {
        workspace.targets[$0].kind == .test && packages.contains(workspace.package(of: $0).name)
      }
    }
    func steps(_ tests: [Int]) -> [String] {
      RunPlan.testing(tests, in: workspace).steps.map { step in
        let names = step.tests.map { workspace.targets[$0].name }.joined(separator: ",")
        return "\(workspace.packages[step.package].name): \(names)"
      }
    }

    #expect(steps(tests("Root", "One", "Two")) == ["Root: OneTests,TwoTests"])
    #expect(steps(tests("One")) == ["One: OneTests"])
    #expect(steps(tests("Root")) == ["Root: OneTests,TwoTests"])
    let one = workspace.targets.indices.filter { workspace.targets[$0].name == "OneTests" }
    #expect(steps(one) == ["One: OneTests"])
    #expect(steps([]) == [])
  }

  @Test func `A package whose targets are built for another one needs no step`() throws {
    let workspace = try Self.fixture()

    let plan = RunPlan.building(Array(workspace.packages.indices), in: workspace)

    // Two needs One; Root has only tests, and they need no step.
    #expect(plan.steps.map { workspace.packages[$0.package].name } == ["Clash", "Outside", "Two"])
  }

  /// A root that lists the tests of One and Two, a package with a target of the same name as One's,
  /// and one with an external dependency.
  private static func fixture() throws -> Workspace {
    let folder = try TemporaryFolder()
    let one = FixturePackage(name: "One", source: "", test: "")
    let two = FixturePackage(name: "Two", dependencies: ["One"], source: "", test: "")
    for package in [one, two] { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest([one, two]), to: "Package.swift")
    func manifest(_ name: String, _ dependency: String, _ product: String) -> String {
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(name)", dependencies: [\(dependency)],
        targets: [.target(name: "\(name)", dependencies: [\(product)]), .target(name: "Same")])
      """
    }
    try folder.write([
      "Packages/Clash/Package.swift": manifest("Clash", "", ""),
      "Packages/Outside/Package.swift": manifest(
        "Outside", #".package(url: "https://example.org/x", from: "1.0.0")"#,
        #".product(name: "X", package: "x")"#),
    ])
    return try folder.workspace()
  }
}
