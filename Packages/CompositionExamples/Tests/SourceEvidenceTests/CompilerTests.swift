import Basics
import SourceEvidence
import Testing

struct CompilerTests {
  @Test(arguments: [("let one: Int = 1", true), ("let one: Int = \"one\"", false)])
  func `Sources are accepted or refused`(text: String, accepted: Bool) throws {
    let folder = try TemporaryFolder()
    let paths = try Files.write(["Source.swift": text], to: folder)

    let verdict = try Compiler().check(paths, module: "Checked")

    #expect(verdict.accepts == accepted)
    #expect(verdict.output.contains("cannot convert") == !accepted)
  }

  @Test func `The modules of this build are found`() throws {
    let folder = try TemporaryFolder()
    let paths = try Files.write(["Source.swift": "import Composition"], to: folder)

    #expect(try Compiler().check(paths, module: "Checked").accepts)
    #expect(try !Compiler(modulesFolder: folder.path).check(paths, module: "Checked").accepts)
  }

  @Test func `A module that was made can be imported`() throws {
    let folder = try TemporaryFolder()
    let compiler = Compiler(modulesFolder: folder.path)
    let made = try Files.write(["Made.swift": "public struct Made {}"], to: folder)
    #expect(try compiler.makeModule("Made", from: made).accepts)

    let paths = try Files.write(
      ["User.swift": "import Made\nfunc use(_ made: Made) {}"], to: folder)
    #expect(try compiler.check([paths[0]], module: "User").accepts)
  }
}
