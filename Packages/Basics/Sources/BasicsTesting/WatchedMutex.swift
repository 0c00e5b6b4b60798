import Synchronization

/// State that tests can wait for.
public protocol WatchedState: Sendable {
  /// The tests that wait; changed by ``notifyWatchers()`` and ``WatchedMutex`` alone.
  var watchers: [Watcher<Self>] { get set }
  /// Wakes tasks; called when the state's lock is free again.
  var wakeUps: [@Sendable () -> Void] { get set }
  /// Explains a failed wait, such as by the text on a screen; empty when there is nothing to say.
  var summary: String { get }
}

/// A test that waits until something is true of a state.
public struct Watcher<State>: Sendable {
  /// The identity of a watcher.
  fileprivate final class Identity: Sendable {}

  fileprivate let identity: Identity
  fileprivate let isSatisfied: @Sendable (inout State) -> Bool
  fileprivate let continuation: CheckedContinuation<Void, any Error>
}

extension WatchedState {
  /// Looks for watchers whose condition holds; called after every change.
  public mutating func notifyWatchers() {
    let candidates = watchers
    watchers = []
    for watcher in candidates {
      if watcher.isSatisfied(&self) {
        wakeUps.append { watcher.continuation.resume() }
      } else {
        watchers.append(watcher)
      }
    }
  }

  /// Adds a watcher; one whose task is cancelled is sent away.
  fileprivate mutating func watch(_ watcher: Watcher<Self>) {
    guard !Task.isCancelled else {
      return wakeUps.append { watcher.continuation.resume(throwing: CancellationError()) }
    }
    watchers.append(watcher)
    notifyWatchers()
  }

  fileprivate mutating func dismiss(
    _ identity: Watcher<Self>.Identity, throwing error: any Error
  ) {
    guard let index = watchers.firstIndex(where: { $0.identity === identity }) else { return }
    let watcher = watchers.remove(at: index)
    wakeUps.append { watcher.continuation.resume(throwing: error) }
  }
}

/// A lock around a watched state, which wakes tasks once it is free.
///
/// To resume a task takes the task's own lock, and its cancellation holds that one while it asks for
/// the state's: a task that is resumed under the state's lock can block both for ever.
public final class WatchedMutex<State: WatchedState>: Sendable {
  private let mutex: Mutex<State>

  /// Creates a lock around a state, which explains the failed waits of the current task.
  public init(_ state: State) {
    mutex = Mutex(state)
    HangGuard.start()
    Evidence.add(self) { [weak self] in self?.withLock(\.summary) ?? "" }
  }

  deinit { Evidence.remove(self) }

  /// Reads or changes the state, and then wakes the tasks that `body` has appended to `wakeUps`.
  public func withLock<Result: Sendable, Failure>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var wakeUps: [@Sendable () -> Void] = []
    defer { for wakeUp in wakeUps { wakeUp() } }
    return try mutex.withLock { (state) throws(Failure) in
      defer {
        wakeUps = state.wakeUps
        state.wakeUps = []
      }
      return try body(&state)
    }
  }

  /// Returns when a condition holds; it may change the state in the moment in which it does.
  ///
  /// - Parameters:
  ///   - what: Names what is awaited.
  ///   - rounds: The number of rounds; more for what another program does.
  ///   - isSatisfied: The condition.
  /// - Throws: ``WaitError`` when the condition does not come to hold within the rounds of
  ///   ``WaitBound``; `CancellationError` when the test is cancelled.
  public func wait(
    for what: @autoclosure @escaping @Sendable () -> String, rounds: Int = WaitBound.rounds,
    file: String = #fileID, line: Int = #line,
    until isSatisfied: @escaping @Sendable (inout State) -> Bool
  ) async throws {
    try Task.checkCancellation()
    guard !withLock({ isSatisfied(&$0) }) else { return await Task.yield() }
    let identity = Watcher<State>.Identity()
    let task = Evidence.currentTask
    let watchdog = Task { @concurrent in
      try await WaitBound.pass(rounds)
      let summaries = [withLock(\.summary)] + Evidence.summaries(of: task, except: self)
      let error = WaitError(awaited: what(), file: file, line: line, summaries: summaries)
      withLock { $0.dismiss(identity, throwing: error) }
    }
    defer { watchdog.cancel() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watcher = Watcher<State>(
          identity: identity, isSatisfied: isSatisfied, continuation: continuation)
        withLock { $0.watch(watcher) }
      }
    } onCancel: {
      withLock { $0.dismiss(identity, throwing: CancellationError()) }
    }
  }
}
