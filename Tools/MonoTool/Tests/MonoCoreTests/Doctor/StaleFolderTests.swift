import Basics
import Testing

@testable import MonoCore

/// A build folder goes stale in the ways that plain SwiftPM does not notice.
struct StaleFolderTests {
  @Test func `A fresh folder is well, and each way to go stale is reported`() throws {
    let folder = try Self.built()
    #expect(try Self.problems(folder) == [])

    try folder.write("", to: "Packages/High/Sources/High/New.swift")
    #expect(try Self.problems(folder) == ["High: New.swift is new"])
    try folder.remove("Packages/High/Sources/High/New.swift")

    try folder.remove("Packages/Low/Sources/Low/Old.swift")
    #expect(try Self.problems(folder) == ["Low: Old.swift is gone"])
    try folder.write("", to: "Packages/Low/Sources/Low/Old.swift")

    // As if the folder had been moved.
    let plan = "\(folder.path)/.build/debug.yaml"
    let text = try #require(Files.text(plan))
    try Files.write(text.replacing(folder.path, with: "/elsewhere"), to: plan)
    #expect(try Self.problems(folder).first == "it was made in another folder")
    try Files.write(text, to: plan)

    // As if Low's interface had changed after High was compiled.
    let interface = "\(folder.path)/.build/debug/Modules/Low.swiftmodule"
    let bytes = try #require(Files.read(interface))
    try Files.write(bytes, to: interface)

    let scratch = ScratchFolder(path: "\(folder.path)/.build")

    #expect(scratch.outdatedModules().map(\.name) == ["High"])
    let module = "High was compiled against an older Low.swiftmodule"
    #expect(try Self.problems(folder) == [module])

    let manifest = "Packages/Low/Package.swift"
    try folder.write((folder.text(manifest) ?? "") + "// edited\n", to: manifest)
    #expect(try Self.problems(folder) == [module, "Packages/Low/Package.swift was edited since"])
    try folder.write("", to: "Packages/High/Sources/High/New.swift")
    let session = try Session(root: folder.path, cacheFolder: "\(folder.path)/.build/cache")

    let doctor = try Doctor(session: session, workspace: try session.workspace())

    let wrong = doctor.checks.filter { !$0.isHealthy }
    #expect(wrong.map(\.name) == ["build folder"])
    #expect(
      wrong.last?.message == ".build is stale: \(module); High: New.swift is new; "
        + "Packages/Low/Package.swift was edited since")
    #expect(wrong.last?.remedy.contains("mono build") == true)
    #expect(doctor.text.hasSuffix("1 of \(doctor.checks.count) are wrong.\n"))
    #expect(doctor.json["healthy"] == false)
  }

  private static func problems(_ folder: TemporaryFolder) throws -> [String] {
    StaleFolder(
      scratch: ScratchFolder(path: "\(folder.path)/.build"), workspace: try folder.workspace()
    ).problems
  }

  private static func built() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "Low", source: "public let low = 1", test: "").write(to: folder)
    try folder.write("", to: "Packages/Low/Sources/Low/Old.swift")
    try FixturePackage(
      name: "High", dependencies: ["Low"], source: "import Low\nlet high = low", test: ""
    ).write(to: folder)
    let workspace = try folder.workspace()
    let plan = RunPlan.building(try workspace.packages(named: ["High"]), in: workspace)
    #expect(try folder.builder(workspace).run(plan).succeeded)
    return folder
  }
}
