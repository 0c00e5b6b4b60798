import Dispatch
import Synchronization

/// Numbered runs on several threads, until there are no more or the time is over.
package final class ParallelRuns: Sendable {
  private let state = Mutex((next: 0, done: 0, findings: 0))
  private let deadline: ContinuousClock.Instant?
  package init(seconds: Double?) { deadline = seconds.map { .now + .seconds($0) } }
  /// How many runs were done.
  package var done: Int { state.withLock { $0.done } }
  /// How many of them found something.
  package var findings: Int { state.withLock { $0.findings } }
  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  /// Calls a closure for each run and prints what it returns, which is a finding.
  package func run(
    _ count: Int, jobs: Int, _ body: @Sendable (_ number: Int, _ job: Int) throws -> String?
  ) {
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      while !isOver {
        let number = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        if number >= count { return }
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

/// Takes one element of each list after the other, until none has any left.
package func interleaved<Element>(_ lists: [[Element]]) -> [Element] {
  (0..<(lists.map(\.count).max() ?? 0)).flatMap { index in
    lists.filter { index < $0.count }.map { $0[index] }
  }
}
