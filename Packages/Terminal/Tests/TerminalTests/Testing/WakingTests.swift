import BasicsTesting
import Terminal
import TerminalTesting
import Testing

/// Who waits for something is woken when nothing is locked: to wake a task takes the task's own lock,
/// which its cancellation holds while it asks for the others.
///
/// Each task runs on inside the call that wakes it, where a lock that is still held would be taken a
/// second time, and stops the program.
struct WakingTests {
  private let executor = InlineExecutor()

  @Test func `By events`() async throws {
    let queue = EventQueue()
    let task = Task(executorPreference: executor) {
      let events = await queue.next()
      queue.post([])
      return events
    }
    queue.post([.key(.up)])

    #expect(try await task.outcome() == [.key(.up)])
  }

  @Test func `By the cancellation of a wait for events`() async throws {
    let queue = EventQueue()
    let task = Task(executorPreference: executor) {
      let events = await queue.next()
      queue.post([])
      return events
    }
    task.cancel()

    #expect(try await task.outcome() == [])
  }

  @Test func `By a clock`() async throws {
    let clock = ManualClock()
    let task = Task(executorPreference: executor) {
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      return clock.now
    }
    clock.advance(by: .seconds(1))

    #expect(try await task.outcome() == clock.now)
  }

  @Test func `By a clock's sleepers`() async throws {
    let clock = ManualClock()
    let task = Task(executorPreference: executor) {
      try await clock.waitForSleepers()
      return clock.now
    }
    let sleeper = Task(executorPreference: executor) {
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
    }

    #expect(try await task.outcome() == clock.now)
    sleeper.cancel()
  }

  @Test func `By what a terminal shows`() async throws {
    let terminal = ScriptedTerminal(.pipe)
    let task = Task(executorPreference: executor) {
      try await terminal.waitForText("Ada")
      return terminal.output
    }
    try terminal.write("Ada")

    #expect(try await task.outcome() == "Ada")
  }

  @Test func `By an answer`() async throws {
    let terminal = ScriptedTerminal(.pipe, patience: .waits)
    let task = Task(executorPreference: executor) {
      let line = try await terminal.readLine(prompt: "Name: ", isHidden: false)
      return line + terminal.output
    }
    terminal.answer(.line("Ada"))

    #expect(try await task.outcome() == "Ada")
  }
}
