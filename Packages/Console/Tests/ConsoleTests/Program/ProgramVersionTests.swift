import Testing

@testable import Console

struct ProgramVersionTests {
  @Test(arguments: [("3c24d28b1a2f", "1.0.0 (3c24d28b1a2f)"), (nil, "1.0.0")])
  func `The version of a release names its commit`(commit: String?, text: String) {
    #expect(ProgramVersion.text(commit: commit) == text)
  }
}
