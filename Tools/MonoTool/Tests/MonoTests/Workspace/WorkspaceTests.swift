import Testing

@testable import mono

struct WorkspaceTests {
  @Test func `Names in manifests are resolved as SwiftPM does`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.manifest(
        """
          name: "Kit", products: [
            .library(name: "KitProduct", targets: ["KitA", "KitB"]), .library(name: "KitA", targets: ["KitA"])],
          targets: [.target(name: "KitA"), .target(name: "KitB", dependencies: ["KitA"]),
            .target(name: "Odd", path: "Elsewhere/Odd")]
        """), to: "Libraries/kit/Package.swift")
    try folder.write(
      Self.manifest(
        """
          name: "App",
          dependencies: [.package(path: "Libraries/kit"),
            .package(url: "https://example.org/outside.git", from: "1.0.0")],
          targets: [
            .executableTarget(name: "app", dependencies: [
              .product(name: "KitProduct", package: "kit"), "KitA", "own", "Outer",
              .product(name: "Far", package: "outside"), .target(name: "missing-not")]),
            .target(name: "own"), .target(name: "missing-not"),
            .testTarget(name: "appTests", dependencies: ["app"])]
        """), to: "Package.swift")
    try folder.write("", to: "Sources/app/main.swift")
    try folder.write("", to: "Tests/appTests/a.swift")

    let workspace = try folder.workspace()

    let app = try workspace.targets(meaning: "app")[0]
    let names = workspace.graph.successors[app].map { workspace.targets[$0].label }
    #expect(names == ["KitA", "KitB", "own", "missing-not"])
    let external = workspace.targets[app].dependencies.filter(\.isExternal)
    #expect(external.map(\.declared.name) == ["Outer", "Far"])
    #expect(workspace.targets.map(\.folder).contains("Libraries/kit/Elsewhere/Odd"))
    #expect(
      try workspace.targets[workspace.targets(meaning: "missing-not")[0]].moduleName
        == "missing_not")
    #expect(workspace.packages.map(\.name) == ["App", "Kit"])
    #expect(throws: MonoError.self) { try workspace.targets(meaning: "nothing") }
    #expect(throws: MonoError.self) { try workspace.packages(named: ["nothing"]) }
  }

  @Test func `A broken manifest is reported and a fixture package is left out`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.manifest("name: \"Good\", targets: [.testTarget(name: \"GoodTests\")]"),
      to: "Good/Package.swift")
    try folder.write("", to: "Good/Tests/GoodTests/a.swift")
    try folder.write("not swift", to: "Good/Tests/GoodTests/Fixtures/Sample/Package.swift")
    try folder.write("// swift-tools-version: 99.0\n", to: "Later/Package.swift")

    let workspace = try folder.workspace()

    #expect(workspace.packages.map(\.name) == ["Good"])
    #expect(workspace.unreadable.keys.sorted() == ["Later"])
    #expect(workspace.unreadable["Later"]?.message.contains("99.0") == true)
  }

  @Test(arguments: [
    (".target(name: \"P\")", "Sources/p.swift", ["Sources"]),
    (
      ".target(name: \"P\"), .target(name: \"Q\")", "Sources/Q/q.swift",
      ["Sources/P", "Sources/Q"]
    ),
  ])
  func `Only the one target of a package may have its sources at the top`(
    targets: String, file: String, folders: [String]
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.manifest("name: \"P\", targets: [\(targets)]"), to: "Package.swift")
    try folder.write("", to: file)

    let workspace = try folder.workspace()

    #expect(workspace.targets.map(\.folder) == folders)
    #expect(workspace.swiftFiles(of: folders.count - 1) == [file])
  }

  @Test func `Excluded files, nested targets and other packages are not a target's files`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.manifest(
        """
          name: "P", targets: [
            .target(name: "P", path: "Code", exclude: ["Inner", "No.swift"]),
            .target(name: "Inner", path: "Code/Inner")]
        """), to: "Package.swift")
    for file in [
      "Yes.swift", "No.swift", "Inner/I.swift", "Deep/D.swift", "Docs.docc/D.swift", "x.md",
    ] { try folder.write("", to: "Code/\(file)") }

    let workspace = try folder.workspace()

    #expect(workspace.swiftFiles(of: 0) == ["Code/Deep/D.swift", "Code/Yes.swift"])
    #expect(workspace.swiftFiles(of: 1) == ["Code/Inner/I.swift"])
  }

  @Test func `No package at all is an error that says what to do`() throws {
    let folder = try TemporaryFolder()

    #expect(throws: MonoError.self) { try folder.workspace() }
  }

  private static func manifest(_ body: String) -> String {
    "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(\n\(body)\n)\n"
  }
}
