import Testing

@testable import MonoCore

struct DocumentPicturesTests {
  private static let document = """
    # Title

    <!-- mono graph --packages -->

    ```mermaid
    flowchart TD
      n0["Old"]
    ```

    Text
    <!-- mono graph --targets --focus P -->
    more

    """

  @Test func `Pictures are found with their contents`() {
    let places = DocumentPictures(text: Self.document).places

    #expect(places.map(\.arguments) == [["--packages"], ["--targets", "--focus", "P"]])
    #expect(places.map(\.line) == [3, 11])
    #expect(places.map { $0.block != nil } == [true, false])
  }

  @Test func `Outdated pictures are findings until they are drawn anew`() throws {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "P", source: "", test: "import P").write(to: folder)
    try folder.write(Self.document, to: "README.md")
    try folder.write(
      #"{ "rules": [{ "name": "true", "kind": "pictures", "documents": ["README.md"], "reason": "r" }] }"#,
      to: "mono.rules.json")
    let rules = try RulesFile.load(root: folder.path)
    let workspace = try folder.workspace()
    func places() throws -> [String] {
      try Checker(workspace: workspace, rules: rules).findings().map { "\($0.file):\($0.line)" }
    }
    #expect(try places() == ["README.md:3", "README.md:11"])

    for (path, text) in try workspace.updatedDocuments(of: rules) {
      try folder.write(text, to: path)
    }

    #expect(try places() == [])
    #expect(try workspace.updatedDocuments(of: rules).isEmpty)
    #expect(folder.text("README.md")?.contains("  P[\"P\"]\n```\n\nText") == true)
    let second = "PTests[\"PTests\"]\n  PTests --> P\n```\nmore"
    #expect(folder.text("README.md")?.contains(second) == true)
  }

  @Test(arguments: [["--svg"], ["--packages", "--focus", "Nothing"]])
  func `A picture that cannot be drawn is a finding`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "P", source: "", test: "").write(to: folder)

    #expect(throws: MonoError.self) { try folder.workspace().mermaid(arguments) }
  }
}
