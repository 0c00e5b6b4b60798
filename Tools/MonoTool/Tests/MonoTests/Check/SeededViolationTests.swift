import Testing

@testable import mono

/// Each violation is put into a clean repository, found with its rule and place, and nothing else
/// is.
struct SeededViolationTests {
  /// One edit and what must be said about it.
  struct Seed: CustomTestStringConvertible {
    let testDescription: String
    /// Texts to replace in files; a file that does not exist is written.
    let edits: [(file: String, old: String, new: String)]
    let rule: String
    /// Where the first finding of the rule is.
    let place: String
    /// Other rules that the same edit breaks, because the repository cannot do it otherwise.
    var also: Set<String> = []
  }

  @Test func `The clean repository has no findings`() throws {
    let folder = try CheckFixture.make()

    #expect(try CheckFixture.findings(in: folder) == [])
  }

  @Test func `A package may be named for its program, and one with tests alone needs no place`()
    throws
  {
    let folder = try CheckFixture.make()
    let manifest = folder.text("Packages/Red/Package.swift") ?? ""
    try folder.write([
      "Packages/Red/Package.swift": manifest.replacing(
        "[.package(path: \"../Core\"),",
        with: "[.package(path: \"../Lint\"), .package(path: \"../Core\"),"),
      "Packages/Lint/Package.swift": CheckFixture.manifest(
        """
          name: "Lint",
          products: [.executable(name: "lint", targets: ["lint"])],
          targets: [.executableTarget(name: "lint"), .testTarget(name: "LintTests")]
        """),
      "Packages/Lint/Sources/lint/main.swift": "print()\n",
      "Packages/Lint/Tests/LintTests/LintTests.swift": "import Testing\n",
      "Packages/Checks/Package.swift": CheckFixture.manifest(
        "  name: \"Checks\", targets: [.testTarget(name: \"Checks\")]"),
      "Packages/Checks/Tests/Checks/Checks.swift": "import Testing\n",
    ])

    let findings = try CheckFixture.findings(in: folder)

    #expect(findings.map { "\($0.rule) \($0.from)" } == ["placed lint"])
  }

  @Test func `Code is forbidden in the files that the rule means, and in no other`() throws {
    let folder = try CheckFixture.make()
    try folder.write(
      "enum Cache { static let shared = 1 }", to: "Packages/Red/Sources/Red/Own.swift")

    #expect(try CheckFixture.findings(in: folder) == [])
  }

  @Test func `An import that a rule forbids is not to be declared`() throws {
    let folder = try CheckFixture.make()
    try folder.write("import Blue", to: "Packages/Red/Sources/Red/Sibling.swift")
    try folder.write("import Service", to: "Packages/Core/Sources/Core/Circle.swift")

    let rules = Set(try CheckFixture.findings(in: folder).map(\.rule))

    #expect(rules.isSuperset(of: ["features-apart", "acyclic"]) && !rules.contains("declared"))
  }

  @Test(arguments: Seeds.all)
  func `A seeded violation is found with its rule and place`(seed: Seed) throws {
    let folder = try CheckFixture.make()
    for edit in seed.edits {
      let text = folder.text(edit.file) ?? ""
      #expect(edit.old.isEmpty || text.contains(edit.old), "the edit does nothing")
      try folder.write(
        edit.old.isEmpty ? edit.new + text : text.replacing(edit.old, with: edit.new),
        to: edit.file)
    }

    let findings = try CheckFixture.findings(in: folder)

    let rules = Set(findings.map(\.rule))
    #expect(rules.subtracting(seed.also) == [seed.rule])
    let first = try #require(findings.first { $0.rule == seed.rule })
    #expect("\(first.file):\(first.line)" == seed.place)
    #expect(!first.reason.isEmpty && !first.remedy.isEmpty && !first.message.isEmpty)
  }
}
