import Basics
import Testing

@testable import MonoCore

/// Builds without tests, one after the other in one folder: what changed between two of them is
/// seen, packages do not disturb each other, and the ways are told in which the folder goes stale.
@Suite(.serialized)
struct LibraryBuildTests {
  private static let shared = Result { try fixture(in: .untilExit()) }
  private static let source = "Packages/Low/Sources/Low"

  @Test func `A new file, a deleted file and an edited manifest are seen`() throws {
    let folder = try Self.shared.get()
    for _ in 1...3 { #expect(try Self.build("High").firstFailure == nil) }

    try folder.write("#error(\"the file is seen\")\n", to: "\(Self.source)/New.swift")
    #expect(try Self.build("High").firstFailure?.contains("the file is seen") == true)

    try folder.remove("\(Self.source)/New.swift")
    #expect(try Self.build("High").firstFailure == nil)

    let manifest = folder.text("Packages/Low/Package.swift") ?? ""
    try folder.write(
      manifest.replacing(
        "dependencies: []),", with: "dependencies: [], swiftSettings: [.define(\"FLAG\")]),"),
      to: "Packages/Low/Package.swift")
    #expect(try Self.build("High").firstFailure?.contains("the flag is seen") == true)
    try folder.write(manifest, to: "Packages/Low/Package.swift")
  }

  @Test func `A step compiles no module of a package that it does not need`() throws {
    let folder = try Self.shared.get()
    #expect(try Self.build("High", "Right").succeeded)
    let file = "\(Self.source)/Low.swift"
    let text = folder.text(file) ?? ""
    try folder.write(text.replacing("value = 1", with: "value = \"\""), to: file)
    defer { try? folder.write(text, to: file) }

    let report = try Self.build("High")

    #expect(report.succeeded)
    #expect(report.steps.flatMap(\.compiledAgain) == [])
    let interface = "\(folder.path)/.build/debug/Modules/Right.swiftmodule"
    #expect(MonoCore.Files.exists(interface))
    let scratch = ScratchFolder(path: "\(folder.path)/.build")
    #expect(scratch.outdatedModules().map(\.name) == ["Right"])
    #expect(try Self.build("Right").succeeded)
    #expect(scratch.outdatedModules() == [])
  }

  @Test func `A fresh folder is well, and each way to go stale is reported`() throws {
    let folder = try Self.shared.get()
    #expect(try Self.build("High").succeeded)
    // Another test may have built it; here it is as if none had.
    try folder.remove(".build/debug/Right.build")
    #expect(try Self.problems(folder) == [])

    try folder.write("", to: "Packages/High/Sources/High/New.swift")
    #expect(try Self.problems(folder) == ["High: New.swift is new"])
    try folder.remove("Packages/High/Sources/High/New.swift")

    try folder.remove("Packages/Low/Sources/Low/Old.swift")
    #expect(try Self.problems(folder) == ["Low: Old.swift is gone"])
    try folder.write("", to: "Packages/Low/Sources/Low/Old.swift")

    // As if the folder had been moved.
    let plan = "\(folder.path)/.build/debug.yaml"
    let text = try #require(MonoCore.Files.text(plan))
    try MonoCore.Files.write(text.replacing(folder.path, with: "/elsewhere"), to: plan)
    #expect(try Self.problems(folder).first == "it was made in another folder")
    try MonoCore.Files.write(text, to: plan)

    // As if Low's interface had changed after High was compiled.
    let interface = "\(folder.path)/.build/debug/Modules/Low.swiftmodule"
    let bytes = try #require(MonoCore.Files.read(interface))
    try MonoCore.Files.write(bytes, to: interface)

    let scratch = ScratchFolder(path: "\(folder.path)/.build")

    #expect(scratch.outdatedModules().map(\.name) == ["High"])
    let module = "High was compiled against an older Low.swiftmodule"
    #expect(try Self.problems(folder) == [module])

    let manifest = "Packages/Low/Package.swift"
    try folder.write((folder.text(manifest) ?? "") + "// edited\n", to: manifest)
    #expect(try Self.problems(folder) == [module, "Packages/Low/Package.swift was edited since"])
    let new = "Packages/High/Sources/High/New.swift"
    try folder.write("", to: new)
    defer { try? folder.remove(new) }
    let session = try Session(root: folder.path, cacheFolder: SharedCache.path)

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

  private static func build(_ names: String...) throws -> BuildReport {
    let folder = try shared.get()
    let workspace = try folder.workspace()
    let packages = try workspace.packages(named: names)
    return try folder.builder(workspace).run(.building(packages, in: workspace))
  }

  /// High and Right need Low.
  private static func fixture(in folder: TemporaryFolder) throws -> TemporaryFolder {
    let low = """
      #if FLAG
        #error("the flag is seen")
      #endif
      public struct Model: Sendable { public init() {}; public var value = 1 }

      """
    try FixturePackage(name: "Low", source: low, test: "").write(to: folder)
    try folder.write("", to: "\(source)/Old.swift")
    for name in ["High", "Right"] {
      let source = "import Low\npublic let \(name.lowercased()) = Model()\n"
      try FixturePackage(name: name, dependencies: ["Low"], source: source, test: "")
        .write(to: folder)
    }
    return folder
  }
}
