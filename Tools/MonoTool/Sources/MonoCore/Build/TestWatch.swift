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
    /// At which second the tests were ended.
    var ended: Int?
  }

  /// Why tests were ended.
  struct Ending {
    /// The target whose own time was over; `nil` when that of all was.
    let target: String?
    let seconds: Int
    /// What their threads did, when a debugger could say.
    let stacks: String?
    /// The tests' events until then; SwiftPM may still start others, which are ended at once.
    let events: String
  }

  /// How often the tests' events are read, in seconds.
  private static let interval = 5

  /// How long SwiftPM has, in seconds, to print what the ended tests have said: it keeps the output of
  /// XCTest until all tests are over.
  private let patience: Int
  private let limit: Int
  private let targetLimit: Int?
  private let targetCount: Int
  private let progress: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: How long all tests of a step may take, in seconds.
  ///   - targetLimit: How long those of one target may take, in seconds.
  ///   - targetCount: How many targets the step has.
  init(
    limit: Int, targetLimit: Int? = nil, targetCount: Int = 1, patience: Int = 10,
    progress: @escaping @Sendable (String) -> Void
  ) {
    self.limit = limit
    self.targetLimit = targetLimit
    self.targetCount = targetCount
    self.patience = patience
    self.progress = progress
  }

  /// Why the tests were ended, when their time was over.
  var ending: Ending? { state.withLock { $0.ending } }

  /// Reads the events so far; called every second.
  func look(at events: String, root: String, process: Int32) {
    let (seconds, ended) = state.withLock { state in
      state.seconds += 1
      return (state.seconds, state.ended)
    }
    if let ended {
      if seconds - ended < patience {
        // Of the tests that follow those that were ended.
        ProcessTree.endChildren(of: process)
      } else {
        ProcessTree.end(process)
      }
    } else if seconds == limit {
      end(process, target: nil, after: limit, Files.text(events) ?? "")
    } else if seconds.isMultiple(of: Self.interval) {
      let text = Files.text(events) ?? ""
      tell(text, root: root)
      guard let targetLimit else { return }
      // XCTest's tests come first and report nothing, so all of them have the time of all targets.
      if text.isEmpty, seconds >= targetLimit * targetCount {
        end(process, target: nil, after: targetLimit * targetCount, text)
      } else if let late = state.withLock({ state in
        state.begun.sorted { $0.key < $1.key }.first { seconds - $0.value >= targetLimit }?.key
      }) {
        end(process, target: late, after: targetLimit, text)
      }
    }
  }

  private func end(
    _ process: Int32, target: String?, after seconds: Int, _ events: String
  ) {
    // Without its tracer they are no longer below it.
    let tests = ProcessTree.all(from: process).dropFirst()
    let ending = Ending(
      target: target, seconds: seconds, stacks: Stacks.ofTests(below: process), events: events)
    state.withLock { ($0.ending, $0.ended) = (ending, $0.seconds) }
    for test in tests { ProcessTree.end(test) }
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
