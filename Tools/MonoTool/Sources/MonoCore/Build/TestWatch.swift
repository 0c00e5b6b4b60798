import Basics
import Synchronization

/// Reports the progress of running tests, one line for each test target, and ends slow ones.
final class TestWatch: Sendable {
  private struct State {
    var told: Set<String> = []
    var seconds = 0
    var isOver = false
  }

  /// How often the tests' events are read, in seconds.
  private static let interval = 5

  private let limit: Int
  private let progress: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameter limit: How long all tests of a step may take, in seconds.
  init(limit: Int, progress: @escaping @Sendable (String) -> Void) {
    self.limit = limit
    self.progress = progress
  }

  /// Whether the tests were ended because their time was over.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Reads the events so far; called every second.
  func look(at events: String, root: String, process: Subprocess) {
    let seconds = state.withLock { state in
      state.seconds += 1
      return state.seconds
    }
    if seconds == limit {
      state.withLock { $0.isOver = true }
      process.endWithChildren()
    } else if seconds.isMultiple(of: Self.interval) {
      tell(Files.text(events) ?? "", root: root)
    }
  }

  /// Reports each target whose known tests have all ended.
  func tell(_ events: String, root: String) {
    let expected = EventStream.testCounts(events)
    let ended = EventStream.tests(events, root: root).filter { $0.outcome != .crashed }
    for (target, tests) in Dictionary(grouping: ended, by: \.target).sorted(by: { $0.key < $1.key })
    where tests.count == expected[target] {
      let (isNew, seconds) = state.withLock { ($0.told.insert(target).inserted, $0.seconds) }
      let failures = tests.count { $0.outcome == .failed }
      let verdict = failures == 0 ? "" : ", \(failures) failed"
      if isNew { progress("\(target): \(tests.count) tests\(verdict), after \(seconds) s") }
    }
  }
}
