/// State of which tests wait until something is true.
protocol WatchedState {
  var watchers: [Watcher<Self>] { get set }
}

/// A test that waits until something is true of a state.
struct Watcher<State> {
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
      return watcher.continuation.resume(throwing: CancellationError())
    }
    watchers.append(watcher)
    notifyWatchers()
  }

  mutating func cancelWatcher(_ identity: Watcher<Self>.Identity) {
    guard let index = watchers.firstIndex(where: { $0.identity === identity }) else { return }
    watchers.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  /// Looks again, after every change.
  mutating func notifyWatchers() {
    let candidates = watchers
    watchers = []
    for watcher in candidates {
      if watcher.isSatisfied(&self) {
        watcher.continuation.resume()
      } else {
        watchers.append(watcher)
      }
    }
  }
}
