import Synchronization

/// State of which tests wait until something is true.
protocol WatchedState: Sendable {
  var watchers: [Watcher<Self>] { get set }
  /// Wakes tasks; called when the state's lock is free again.
  var wakeUps: [@Sendable () -> Void] { get set }
}

/// A test that waits until something is true of a state.
struct Watcher<State>: Sendable {
  /// The identity of a watcher.
  final class Identity: Sendable {}

  let identity: Identity
  let isSatisfied: @Sendable (inout State) -> Bool
  let continuation: CheckedContinuation<Void, any Error>
}

extension WatchedState {
  /// Adds a watcher; one whose task is cancelled, for example by a time limit, is sent away.
  mutating func watch(_ watcher: Watcher<Self>) {
    guard !Task.isCancelled else {
      return wakeUps.append { watcher.continuation.resume(throwing: CancellationError()) }
    }
    watchers.append(watcher)
    notifyWatchers()
  }

  mutating func cancelWatcher(_ identity: Watcher<Self>.Identity) {
    guard let index = watchers.firstIndex(where: { $0.identity === identity }) else { return }
    let watcher = watchers.remove(at: index)
    wakeUps.append { watcher.continuation.resume(throwing: CancellationError()) }
  }

  /// Looks again, after every change.
  mutating func notifyWatchers() {
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
}

/// A lock around a watched state, which wakes tasks once it is free.
///
/// To resume a task takes the task's own lock, and its cancellation holds that one while it asks for
/// the state's: a task that is resumed under the state's lock can block both for ever.
struct WatchedMutex<State: WatchedState>: ~Copyable, Sendable {
  private let mutex: Mutex<State>

  init(_ state: State) {
    mutex = Mutex(state)
  }

  func withLock<Result: Sendable, Failure>(
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
}
