import Dispatch
import Synchronization

/// Runs numbered runs on several threads until there are no more, or the time is over.
package final class ParallelRuns: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var findings = 0
  }

  private let state = Mutex(State())
  private let deadline: ContinuousClock.Instant?

  package init(seconds: Double?) {
    deadline = seconds.map { .now + .seconds($0) }
  }

  /// How many runs were done.
  package var done: Int { state.withLock { $0.done } }
  /// How many of them found something.
  package var findings: Int { state.withLock { $0.findings } }
  /// Whether no further run begins.
  package var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  /// Runs runs; each returns what it found.
  ///
  /// - Parameters:
  ///   - count: How many there are; without it they go on until the time is over.
  ///   - body: Gets the number of the run and that of the thread.
  package func run(
    _ count: Int?, jobs: Int, _ body: @Sendable (_ number: Int, _ job: Int) throws -> String?
  ) {
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      while !isOver {
        let number = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        if let count, number >= count { return }
        let finding: String?
        do { finding = try body(number, job) } catch { finding = "The run failed: \(error)" }
        state.withLock { state in
          state.done += 1
          if let finding {
            state.findings += 1
            say(finding)
          }
        }
      }
    }
  }
}
