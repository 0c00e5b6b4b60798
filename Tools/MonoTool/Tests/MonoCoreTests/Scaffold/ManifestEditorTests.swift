import Testing

@testable import MonoCore

struct ManifestEditorTests {
  @Test(arguments: [
    // One line, in the middle and at the end.
    (
      #"dependencies: [.package(path: "A"), .package(path: "Z")],"#,
      #"dependencies: [.package(path: "A"), .package(path: "M"), .package(path: "Z")],"#
    ),
    (
      #"dependencies: [.package(path: "A")],"#,
      #"dependencies: [.package(path: "A"), .package(path: "M")],"#
    ),
    // Several lines, with and without a last comma.
    (
      "dependencies: [\n    .package(path: \"Z\"),\n  ],",
      "dependencies: [\n    .package(path: \"M\"),\n    .package(path: \"Z\"),\n  ],"
    ),
    (
      "dependencies: [\n    .package(path: \"A\"),\n  ],",
      "dependencies: [\n    .package(path: \"A\"),\n    .package(path: \"M\"),\n  ],"
    ),
    (
      "dependencies: [\n    .package(path: \"A\")\n  ],",
      "dependencies: [\n    .package(path: \"A\"),\n    .package(path: \"M\")\n  ],"
    ),
    // With other things between, and empty.
    (
      "dependencies: [\n    // keep\n    .package(\n      path: \"Z\", traits: []),\n  ],",
      "dependencies: [\n    // keep\n    .package(path: \"M\"),\n    .package(\n"
        + "      path: \"Z\", traits: []),\n  ],"
    ),
    ("dependencies: [],", "dependencies: [.package(path: \"M\")],"),
  ])
  func `A package is added in its place`(before: String, after: String) throws {
    var editor = ManifestEditor(source: Self.manifest(before))

    try editor.addPackage(path: "M")

    #expect(editor.source == Self.manifest(after))
  }

  @Test(arguments: [
    (#"["A", "Z"]"#, #"["A", "M", "Z"]"#),
    (
      #"["A", .product(name: "Z", package: "Z")]"#,
      #"["A", "M", .product(name: "Z", package: "Z")]"#
    ),
    (#"[]"#, #"["M"]"#),
    ("[\n  \"A\",\n]", "[\n  \"A\",\n  \"M\",\n]"),
  ])
  func `A dependency is added among the names`(before: String, after: String) throws {
    func source(_ dependencies: String) -> String {
      "let package = Package(name: \"P\", targets: [.target(name: \"a\", dependencies: [\"X\"]), "
        + ".executableTarget(name: \"app\", dependencies: \(dependencies))])"
    }
    var editor = ManifestEditor(source: source(before))

    try editor.addDependency("M", toTarget: "app")

    #expect(editor.source == source(after))
  }

  @Test(arguments: [
    ("[.a, .z]", "[.a, .z, .m]"), ("[]", "[.m]"),
    ("[\n    .a,\n    .z,\n  ]", "[\n    .a,\n    .z,\n    .m,\n  ]"),
  ])
  func `An element is added at the end of a variable's array`(
    before: String, after: String
  ) throws {
    func source(_ array: String) -> String {
      "let other = [.x]\nextension [Feature] {\n  static let all: [Feature] = \(array)\n}\n"
    }
    var editor = ManifestEditor(source: source(before))

    try editor.add(".m", toVariable: "all")

    #expect(editor.source == source(after))
    #expect(throws: MonoError.self) { try editor.add(".m", toVariable: "none") }
  }

  @Test func `Tests are added among calls of the manifest's own function`() throws {
    let source = """
      package.targets += [
        tests("ATests", of: "A", ["A"]),
        tests("ZTests", of: "Z", ["Z"]),
      ]
      """
    var editor = ManifestEditor(source: source)

    try editor.addTestTarget("tests(\"MTests\", of: \"M\", [\"M\"])")

    let line = "  tests(\"MTests\", of: \"M\", [\"M\"]),\n  tests(\"Z"
    #expect(editor.source == source.replacing("  tests(\"Z", with: line))
  }

  @Test func `A manifest without the list or the target is refused`() {
    var editor = ManifestEditor(source: Self.manifest(""))

    #expect(throws: MonoError.self) { try editor.addPackage(path: "M") }
    #expect(throws: MonoError.self) { try editor.addDependency("M", toTarget: "nowhere") }
    #expect(throws: MonoError.self) { try editor.addTestTarget("x") }
  }

  private static func manifest(_ dependencies: String) -> String {
    "let package = Package(\n  name: \"P\",\n  \(dependencies)targets: [.target(name: \"P\")])\n"
  }
}
