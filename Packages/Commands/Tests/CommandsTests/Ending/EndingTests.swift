import Core
import Terminal
import Testing

@testable import Commands

struct EndingTests {
  private struct Unprepared: Error {}

  @Test(
    arguments: [
      (Problem.Kind.failed, 1), (.cancelled, 2), (.usage, 64), (.badData, 65), (.noInput, 66),
      (.unreachable, 69), (.internalError, 70), (.cannotCreate, 73), (.inputOutput, 74),
      (.tryAgainLater, 75), (.unintelligible, 76), (.notPermitted, 77), (.configuration, 78),
    ] as [(Problem.Kind, Int32)])
  func `A problem ends with the status of its kind, and is told`(
    kind: Problem.Kind, status: Int32
  ) {
    let problem = Problem(kind, code: "c", message: "m", hint: "h")

    let ending = Ending(problem)

    #expect(ending.status == status)
    #expect(ending.problem == problem)
  }

  @Test func `An error that nobody has foreseen does not show its type`() {
    let ending = Ending(Unprepared())

    #expect(ending.status == 70)
    #expect(ending.problem?.code == "internalError")
    #expect(ending.problem?.message.contains("Unprepared") == false)
  }

  @Test func `An interruption is 130 and silent`() {
    #expect(Ending(PromptError.interrupted) == Ending(CancellationError()))
    #expect(Ending(CancellationError()).status == 130)
    #expect(Ending(CancellationError()).problem == nil)
  }

  @Test func `A closed pipe is a quiet success, a full disk is not`() {
    #expect(Ending(TerminalError.closedPipe).status == 0)
    #expect(Ending(TerminalError.closedPipe).problem == nil)
    #expect(Ending(TerminalError.failed(.output, code: 28)).status == 74)
  }

  @Test func `A question without a terminal names the option`() {
    let ending = Ending(PromptError.noTerminal(option: "--yes"))

    #expect(ending.status == 64)
    #expect(ending.problem?.hint == "Pass --yes.")
  }
}
