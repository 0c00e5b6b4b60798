import SourceEvidence
import Testing

struct CompilerTests {
  @Test(arguments: [("let one: Int = 1", true), ("let one: Int = \"one\"", false)])
  func `Sources are accepted or refused`(text: String, accepted: Bool) throws {
    let verdict = try Compiler().check(["Source.swift": text], module: "Checked")

    #expect(verdict.accepts == accepted)
    #expect(verdict.output.contains("cannot convert") == !accepted)
  }

  @Test func `The modules of this build are found, or some of them`() throws {
    let texts = ["Source.swift": "import Composition"]

    #expect(try Compiler().check(texts, module: "Checked").accepts)
    #expect(try !Compiler(seeingOnly: ["Basics"]).check(texts, module: "Checked").accepts)
  }
}
