import Synchronization

/// State that tests can wait for.
public protocol WatchedState: Sendable {
  /// The tests that wait; changed by ``notifyWatchers()`` and ``WatchedMutex`` alone.
  var watchers: [Watcher<Self>] { get set }
  /// Wakes tasks; called when the state's lock is free again.
  var wakeUps: [@Sendable () -> Void] { get set }
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

  /// Adds a watcher; one whose task is cancelled, for example by a time limit, is sent away.
  fileprivate mutating func watch(_ watcher: Watcher<Self>) {
    guard !Task.isCancelled else {
      return wakeUps.append { watcher.continuation.resume(throwing: CancellationError()) }
    }
    watchers.append(watcher)
    notifyWatchers()
  }

  fileprivate mutating func cancelWatcher(_ identity: Watcher<Self>.Identity) {
    guard let index = watchers.firstIndex(where: { $0.identity === identity }) else { return }
    let watcher = watchers.remove(at: index)
    wakeUps.append { watcher.continuation.resume(throwing: CancellationError()) }
  }
}

/// A lock around a watched state, which wakes tasks once it is free.
///
/// To resume a task takes the task's own lock, and its cancellation holds that one while it asks for
/// the state's: a task that is resumed under the state's lock can block both for ever.
public struct WatchedMutex<State: WatchedState>: ~Copyable, Sendable {
  private let mutex: Mutex<State>

  /// Creates a lock around a state.
  public init(_ state: State) {
    mutex = Mutex(state)
  }

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
  /// - Throws: `CancellationError` when the test is cancelled, for example by a time limit.
  public func wait(until isSatisfied: @escaping @Sendable (inout State) -> Bool) async throws {
    let identity = Watcher<State>.Identity()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watcher = Watcher<State>(
          identity: identity, isSatisfied: isSatisfied, continuation: continuation)
        withLock { $0.watch(watcher) }
      }
    } onCancel: {
      withLock { $0.cancelWatcher(identity) }
    }
  }
}
