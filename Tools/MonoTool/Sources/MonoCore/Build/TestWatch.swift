import Basics
import Synchronization

/// Reports the progress of running tests, one line for each test target, and ends slow ones.
final class TestWatch: Sendable {
  private struct State {
    var told: Set<String> = []
    /// When the first test of a target that has not ended was seen.
    var begun: [String: Int] = [:]
    var seconds = 0
    var ending: Ending?
  }

  /// Why tests were ended.
  struct Ending {
    /// The target whose own time was over; `nil` when that of all was.
    let target: String?
    let seconds: Int
    /// What their threads did, when a debugger could say.
    let stacks: String?
  }

  /// How often the tests' events are read, in seconds.
  private static let interval = 5

  private let limit: Int
  private let targetLimit: Int?
  private let progress: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: How long all tests of a step may take, in seconds.
  ///   - targetLimit: How long those of one target may take, in seconds.
  init(
    limit: Int, targetLimit: Int? = nil, progress: @escaping @Sendable (String) -> Void
  ) {
    self.limit = limit
    self.targetLimit = targetLimit
    self.progress = progress
  }

  /// Why the tests were ended, when their time was over.
  var ending: Ending? { state.withLock { $0.ending } }

  /// Reads the events so far; called every second.
  func look(at events: String, root: String, process: Int32) {
    let seconds = state.withLock { state in
      state.seconds += 1
      return state.seconds
    }
    if seconds == limit {
      end(process, target: nil, after: limit)
    } else if seconds.isMultiple(of: Self.interval) {
      tell(Files.text(events) ?? "", root: root)
      if let targetLimit, ending == nil,
        let late = state.withLock({ state in
          state.begun.sorted { $0.key < $1.key }.first { seconds - $0.value >= targetLimit }?.key
        })
      {
        end(process, target: late, after: targetLimit)
      }
    }
  }

  private func end(_ process: Int32, target: String?, after seconds: Int) {
    let ending = Ending(
      target: target, seconds: seconds, stacks: Stacks.ofTests(below: process))
    state.withLock { $0.ending = ending }
    ProcessTree.end(process)
  }

  /// Tells of each target whose known tests have all ended.
  func tell(_ events: String, root: String) {
    let expected = EventStream.testCounts(events)
    let all = EventStream.tests(events, root: root)
    let ended = all.filter { $0.outcome != .crashed }
    state.withLock { state in
      let running = Set(all.filter { $0.outcome == .crashed }.map(\.target))
      state.begun = state.begun.filter { running.contains($0.key) }
      for target in running where state.begun[target] == nil {
        state.begun[target] = state.seconds
      }
    }
    for (target, tests) in Dictionary(grouping: ended, by: \.target).sorted(by: { $0.key < $1.key })
    where tests.count == expected[target] {
      let (isNew, seconds) = state.withLock { ($0.told.insert(target).inserted, $0.seconds) }
      let failures = tests.count { $0.outcome == .failed }
      let verdict = failures == 0 ? "" : ", \(failures) failed"
      if isNew { progress("\(target): \(tests.count) tests\(verdict), after \(seconds) s") }
    }
  }
}
