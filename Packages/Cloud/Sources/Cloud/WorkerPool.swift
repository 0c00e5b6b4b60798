import Dispatch
import Synchronization

/// A pool of threads for work that blocks: disks and password hashing.
///
/// At most `count` jobs run at a time and at most `waiting` more wait; the next one is refused.
public final class WorkerPool: Sendable {
  private struct State {
    var idle: [DispatchQueue]
    /// In the order in which they came; short enough for moving the rest forward.
    var waiting: [@Sendable () -> Void] = []
  }

  private let limit: Int
  private let state: Mutex<State>

  /// Creates workers; a thread exists only while it works.
  public init(count: Int, waiting limit: Int) {
    self.limit = limit
    // A serial queue gets a thread of its own, however busy the shared threads are.
    let queues = (0..<max(1, count)).map { DispatchQueue(label: "koober.cloud.\($0)") }
    state = Mutex(State(idle: queues))
  }

  /// Starts a job now or later.
  ///
  /// - Returns: `false`, and the job is dropped, when too many wait already.
  package func start(_ job: @escaping @Sendable () -> Void) -> Bool {
    let (queue, isAccepted) = state.withLock { state -> (DispatchQueue?, Bool) in
      if let queue = state.idle.popLast() { return (queue, true) }
      guard state.waiting.count < limit else { return (nil, false) }
      state.waiting.append(job)
      return (nil, true)
    }
    queue?.async { self.work(on: queue, first: job) }
    return isAccepted
  }

  /// Runs a job and waits for its result; returns `nil` when too many wait already.
  package func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value? {
    await Self.result { end in start { end(job()) } }
  }

  /// Waits for the result of what is started; returns `nil` when it is refused.
  static func result<Value: Sendable>(
    of start: (_ end: @escaping @Sendable (Value) -> Void) -> Bool
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      let isAccepted = start { continuation.resume(returning: $0) }
      if !isAccepted { continuation.resume(returning: nil) }
    }
  }

  private func work(on queue: DispatchQueue?, first job: @Sendable () -> Void) {
    job()
    while let next = nextJob(on: queue) { next() }
  }

  private func nextJob(on queue: DispatchQueue?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      if let queue { state.idle.append(queue) }
      return nil
    }
  }
}
