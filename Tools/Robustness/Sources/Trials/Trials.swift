import Dispatch
import Foundation
import Synchronization

/// Runs numbered trials on several threads until there are no more, or the time is over.
package final class Trials: Sendable {
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

  /// How many trials were done.
  package var done: Int { state.withLock { $0.done } }
  /// How many of them found something.
  package var findings: Int { state.withLock { $0.findings } }
  /// Whether no further trial begins.
  package var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  /// Runs trials; each returns what it found.
  ///
  /// - Parameters:
  ///   - count: How many there are; without it they go on until the time is over.
  ///   - trial: Gets the number of the trial and that of the thread.
  package func run(
    _ count: Int?, jobs: Int, _ trial: @Sendable (_ number: Int, _ job: Int) throws -> String?
  ) {
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      while !isOver {
        let number = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        if let count, number >= count { return }
        let finding: String?
        do { finding = try trial(number, job) } catch { finding = "The trial failed: \(error)" }
        state.withLock { state in
          state.done += 1
          if let finding {
            state.findings += 1
            FileHandle.standardOutput.write(Data("\(finding)\n".utf8))
          }
        }
      }
    }
  }
}
