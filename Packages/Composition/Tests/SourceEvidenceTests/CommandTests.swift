import SourceEvidence
import Testing

struct CommandTests {
  @Test func `Both outputs and the status come back`() throws {
    let result = try Command(["sh", "-c", "echo out; echo err >&2; exit 3"]).run()

    #expect(result.output == "out\nerr\n")
    #expect(result.status == 3)
  }

  @Test func `A signal is told apart from an exit`() throws {
    #expect(try Command(["sh", "-c", "kill -9 $$"]).run().status == 137)
  }

  @Test func `A program that is not there is an error`() {
    #expect(throws: EvidenceError.self) { try Command(["no-such-program"]).run() }
  }
}
