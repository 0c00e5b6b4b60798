import Synchronization

/// The bound of the waits of tests: rounds of a watchdog.
///
/// In each round the watchdog sleeps, then takes a turn on the main actor and one among the tasks of
/// the concurrent executor. So what a busy process or machine delays delays the rounds as well, and a
/// verdict does not depend on their speed.
public enum WaitBound {
  /// How many rounds a wait lasts at most; tests of waits that fail want fewer.
  @TaskLocal public static var rounds = 100

  /// The rounds of a wait for another program, which may take its time, but end before a
  /// ``HangGuard`` does.
  public static var roundsForPrograms: Int { 400 }

  /// Returns after some rounds.
  static func pass(_ rounds: Int) async throws {
    HangGuard.start()
    for _ in 0..<rounds { try await passRound() }
  }

  /// Returns after one round.
  static func passRound() async throws {
    try await Task.sleep(for: .milliseconds(100))
    await MainActor.run {}
  }
}

/// A wait that failed, because what was awaited has not come.
public struct WaitError: Error, CustomStringConvertible {
  /// Names what was awaited.
  public let awaited: String
  /// Says where, and what the terminals and clocks of the test show instead.
  public let description: String

  init(awaited: String, file: String, line: Int, summaries: [String]) {
    self.awaited = awaited
    description = (["\(file):\(line) waited in vain for \(awaited)."] + summaries)
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// Returns what an operation returns, within the rounds of ``WaitBound``.
///
/// - Parameters:
///   - what: Names what is awaited.
///   - rounds: The number of rounds; more for what another program does.
///   - operation: The operation, which is cancelled and left alone when it takes longer.
/// - Throws: ``WaitError`` when the operation takes longer, and what it throws itself.
public func bounded<Success: Sendable>(
  _ what: @autoclosure @escaping @Sendable () -> String, rounds: Int = WaitBound.rounds,
  file: String = #fileID, line: Int = #line,
  _ operation: @escaping @Sendable () async throws -> Success
) async throws -> Success {
  let result = WatchedMutex(OperationState<Success>())
  let task = Evidence.$owner.withValue(Evidence.currentTask) {
    Task {
      let outcome: Result<Success, any Error>
      do { outcome = .success(try await operation()) } catch { outcome = .failure(error) }
      result.withLock {
        $0.outcome = outcome
        $0.notifyWatchers()
      }
    }
  }
  defer { task.cancel() }
  try await result.wait(for: what(), rounds: rounds, file: file, line: line) { $0.outcome != nil }
  guard let outcome = result.withLock(\.outcome) else { throw CancellationError() }
  return try outcome.get()
}

extension Task {
  /// Returns the task's value, within the rounds of ``WaitBound``; a task that takes longer is
  /// cancelled.
  ///
  /// - Throws: ``WaitError`` when the task takes longer, and what it throws itself.
  public func outcome(
    _ what: String = "the end of a task", rounds: Int = WaitBound.rounds,
    file: String = #fileID, line: Int = #line
  ) async throws -> Success {
    defer { cancel() }
    return try await bounded(what, rounds: rounds, file: file, line: line) { try await value }
  }
}

/// Returns when a condition holds whose change nobody announces, within the rounds of ``WaitBound``.
///
/// - Throws: ``WaitError`` when it does not come to hold.
public func eventually(
  _ what: @autoclosure () -> String, file: String = #fileID, line: Int = #line,
  _ condition: () -> Bool
) async throws {
  // Most conditions hold after a few turns of other tasks, which take less time than a round.
  for _ in 0..<1_000 {
    if condition() { return }
    await Task.yield()
  }
  for _ in 0..<WaitBound.rounds {
    if condition() { return }
    try await WaitBound.passRound()
  }
  guard !condition() else { return }
  let summaries = Evidence.summaries(of: Evidence.currentTask)
  throw WaitError(awaited: what(), file: file, line: line, summaries: summaries)
}

/// The result of an operation, once there is one.
private struct OperationState<Success: Sendable>: WatchedState {
  var outcome: Result<Success, any Error>?
  var watchers: [Watcher<Self>] = []
  var wakeUps: [@Sendable () -> Void] = []
  let summary = ""
}

extension AsyncStream where Element: Sendable {
  /// Returns the next element, or `nil` at the end, within the rounds of ``WaitBound``.
  public func next(
    _ what: String = "the next \(Element.self)", rounds: Int = WaitBound.rounds,
    file: String = #fileID, line: Int = #line
  ) async throws -> Element? {
    try await bounded(what, rounds: rounds, file: file, line: line) {
      var iterator = self.makeAsyncIterator()
      return await iterator.next()
    }
  }
}

/// The watched states of all tasks.
enum Evidence {
  private struct Entry: Sendable {
    let task: Int?
    let summary: @Sendable () -> String
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// The task of the test for which another one does a part.
  @TaskLocal static var owner: Int?

  /// Distinguishes the task of a test, in which it makes its terminals and clocks.
  static var currentTask: Int? { owner ?? withUnsafeCurrentTask { $0?.hashValue } }

  static func add(_ object: AnyObject, summary: @escaping @Sendable () -> String) {
    let entry = Entry(task: currentTask, summary: summary)
    entries.withLock { $0[ObjectIdentifier(object)] = entry }
  }

  static func remove(_ object: AnyObject) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) }
  }

  /// The summaries of everything that is watched.
  static var allSummaries: [String] {
    entries.withLock { Array($0.values) }.map { $0.summary() }.filter { !$0.isEmpty }.sorted()
  }

  /// Returns the summaries of what was made in a task.
  static func summaries(of task: Int?, except object: AnyObject? = nil) -> [String] {
    guard let task else { return [] }
    let others = entries.withLock { entries in
      entries.filter { $0.key != object.map(ObjectIdentifier.init) && $0.value.task == task }
        .map(\.value)
    }
    // Not under the lock, because a summary can be the last to hold its object.
    return others.map { $0.summary() }.sorted()
  }
}
