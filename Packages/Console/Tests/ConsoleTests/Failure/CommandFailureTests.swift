import Core
import Terminal
import Testing

@testable import Console

struct CommandFailureTests {
  private struct Unprepared: Error {}

  @Test(
    arguments: [
      (Problem.Kind.failed, 1), (.cancelled, 2), (.usage, 64), (.badData, 65), (.noInput, 66),
      (.unreachable, 69), (.internalError, 70), (.cannotCreate, 73), (.inputOutput, 74),
      (.tryAgainLater, 75), (.unintelligible, 76), (.notPermitted, 77), (.configuration, 78),
    ] as [(Problem.Kind, Int32)])
  func `A problem ends with the status of its kind, and is printed`(
    kind: Problem.Kind, status: Int32
  ) {
    let problem = Problem(kind, code: "c", message: "m", hint: "h")

    let failure = CommandFailure(problem)

    #expect(failure.status == status)
    #expect(failure.problem == problem)
  }

  @Test func `An unforeseen error does not show its type`() {
    let failure = CommandFailure(Unprepared())

    #expect(failure.status == 70)
    #expect(failure.problem?.code == "internalError")
    #expect(failure.problem?.message.contains("Unprepared") == false)
  }

  @Test func `An interruption is 130 and silent`() {
    #expect(CommandFailure(PromptError.interrupted) == CommandFailure(CancellationError()))
    #expect(CommandFailure(CancellationError()).status == 130)
    #expect(CommandFailure(CancellationError()).problem == nil)
  }

  @Test func `A closed pipe is a quiet success, a full disk is not`() {
    #expect(CommandFailure(TerminalError.closedPipe).status == 0)
    #expect(CommandFailure(TerminalError.closedPipe).problem == nil)
    #expect(CommandFailure(TerminalError.failed(.output, code: 28)).status == 74)
  }

  @Test func `A question without a terminal names the option`() {
    let failure = CommandFailure(PromptError.noTerminal(option: "--yes"))

    #expect(failure.status == 64)
    #expect(failure.problem?.hint == "Pass --yes.")
  }

  @Test func `Every status of the table has one meaning and stands in order`() {
    let codes = ExitStatus.table.map(\.code)

    #expect(codes == [0, 1, 2, 64, 65, 66, 69, 70, 73, 74, 75, 76, 77, 78, 130])
  }
}
