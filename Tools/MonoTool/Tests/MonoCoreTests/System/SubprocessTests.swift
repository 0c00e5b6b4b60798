import Testing

@testable import MonoCore

struct SubprocessTests {
  @Test func `Output, errors, status, input and environment go through`() throws {
    let result = try Subprocess.run(
      "sh", ["-c", "cat; echo $WORD; echo wrong >&2; exit 3"], environment: ["WORD": "value"],
      input: Array("input\n".utf8))

    #expect(result.text == "input\nvalue\n")
    #expect(result.errorText == "wrong\n")
    #expect(result.status == 3)
  }

  @Test func `A lot on both streams does not block`() throws {
    let script =
      "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2; i=$((i+1)); done"
    let result = try Subprocess.run("sh", ["-c", script])

    #expect(result.output.count == 220_000)
    #expect(result.errors.count == 220_000)
  }

  @Test func `A signal is distinguished from an exit`() throws {
    #expect(try Subprocess.run("sh", ["-c", "kill -9 $$"]).status == 137)
  }

  @Test func `A program that does not exist is an error with a remedy`() {
    #expect(throws: MonoError.self) { try Subprocess.run("no-such-program-here", []) }
  }
}
