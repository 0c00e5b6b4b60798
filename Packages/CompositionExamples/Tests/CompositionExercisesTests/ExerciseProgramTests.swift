import Basics
import Glibc
import Testing

@testable import CompositionExercises

/// What a learner types, on a folder of the test's own.
final class ExerciseProgramTests {
  private let folder: TemporaryFolder
  private var lines: [String] = []

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `A learner begins, mends one and sees it`() throws {
    #expect(run("start") == 0)
    #expect(run() == 0)
    #expect(lines[0].hasPrefix("to do") && lines.last?.hasPrefix("0 of 11 are mended.") == true)
    #expect(run("check", "made-twice") == 1)
    #expect(lines[0].hasPrefix("made-twice: to do\nThe inbox is read,"))

    try write(try answer("made-twice"), to: "made-twice")

    #expect(run("check", "made-twice") == 0)
    #expect(lines == ["made-twice: mended"])
    #expect(run() == 0)
    #expect(lines.last?.hasPrefix("1 of 11 are mended.") == true)
  }

  @Test func `A file that was edited stays as it is`() throws {
    #expect(run("start") == 0)
    try write("struct", to: "self-made")

    #expect(run("start") == 0)

    #expect(try Files.text(of: folder.path(of: "self-made.swift")) == "struct")
    #expect(run("check", "self-made") == 1)
    #expect(lines[0].hasPrefix("self-made: not mended\nIt does not compile:\nself-made.swift:1:"))
  }

  @Test func `Code that ends the program before the check has not mended anything`() throws {
    let code = try answer("self-made").replacing(
      "self.shareService = shareService", with: "self.shareService = shareService; exit(0)")
    try write("import Glibc\n" + code, to: "self-made")

    #expect(run("check", "self-made") == 1)
    #expect(lines[0].hasPrefix("self-made: not mended\nThe check does not come to its end"))
  }

  @Test func `Before the start nothing is checked`() {
    #expect(run() == 0)
    #expect(lines[0].hasPrefix("not begun"))
    #expect(run("check", "cycle") == 1)
    #expect(lines == ["cycle: not begun\n'swift run exercises start' makes the file."])
  }

  @Test func `A file begins with its task`() throws {
    #expect(run("start") == 0)

    let text = try Files.text(of: folder.path(of: "cycle.swift"))
    #expect(text.hasPrefix("// A cycle of initializers\n//\n// The parent makes"))
    #expect(text.contains("in `makeSharingContainer()`.\n\n/// What sharing asks for."))
  }

  @Test func `A hint and an answer are printed`() throws {
    #expect(run("hint", "cycle") == 0)
    #expect(lines[0].contains("with `lazy` it compiles") && lines[0].hasSuffix("caller holds it."))
    #expect(run("answer", "cycle") == 0)
    #expect(lines == [try answer("cycle")])
  }

  @Test(arguments: [
    (["hint"], 64, "'hint' needs the name of an exercise."),
    (["check", "cycl"], 64, "There is no such exercise."),
    (["begin"], 64, "'begin' is not understood."), (["check", "cycle", "too"], 64, "Usage: "),
    (["begin", "foo"], 64, "'begin' is not understood."),
    (["start", "foo"], 64, "'start' takes no name."), (["check", ""], 64, "There is no such"),
    (["answer", "../cycle"], 64, "There is no such exercise."),
    (["hint", "--help"], 0, "Usage: "), (["-h"], 0, "Usage: "),
    (["start", "cycle"], 64, "'start' takes no name."),
  ])
  func `Arguments that are not understood are told`(
    arguments: [String], status: Int32, message: String
  ) {
    #expect(run(arguments) == status)
    #expect(lines.count == 1 && lines[0].hasPrefix(message), "\(lines)")
  }

  @Test func `A missing compiler is told`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(69), observing: [\.standardOutputContent]
    ) {
      let folder = try TemporaryFolder()
      let program = ExerciseProgram(folder: folder.path)
      #expect(program.run(["start"]) == 0)
      setenv("PATH", "/nowhere", 1)
      let status = program.run(["check", "cycle"])
      try Files.remove(folder.path)
      exit(status)
    }

    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("'swiftc' cannot be started"), "\(output)")
  }

  private func run(_ arguments: String...) -> Int32 { run(arguments) }

  private func run(_ arguments: [String]) -> Int32 {
    lines = []
    return ExerciseProgram(folder: folder.path) { self.lines.append($0) }.run(arguments)
  }

  private func answer(_ name: String) throws -> String {
    try #require(try Exercise.all().first { $0.name == name }).answer
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(text, to: "\(name).swift")
  }
}
