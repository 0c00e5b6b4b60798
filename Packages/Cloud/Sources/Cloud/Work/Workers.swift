import Dispatch
import Synchronization

/// Threads on which the cloud may wait for disks and hash passwords, so that nobody else has to.
///
/// At most `count` jobs run at a time and at most `waiting` more wait; the next one is refused.
public final class Workers: Sendable {
  private struct State {
    var idle: [DispatchQueue]
    var waiting = JobQueue()
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
  /// - Returns: `false`, and the job is forgotten, when too many wait already.
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
    await withCheckedContinuation { continuation in
      let isAccepted = start { continuation.resume(returning: job()) }
      if !isAccepted { continuation.resume(returning: nil) }
    }
  }

  private func work(on queue: DispatchQueue?, first job: @Sendable () -> Void) {
    job()
    while let next = nextJob(on: queue) { next() }
  }

  private func nextJob(on queue: DispatchQueue?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let next = state.waiting.popFirst() { return next }
      if let queue { state.idle.append(queue) }
      return nil
    }
  }
}

/// Jobs in the order in which they came.
private struct JobQueue {
  private var jobs: [(@Sendable () -> Void)?] = []
  private var first = 0

  var count: Int { jobs.count - first }

  mutating func append(_ job: @escaping @Sendable () -> Void) {
    jobs.append(job)
  }

  mutating func popFirst() -> (@Sendable () -> Void)? {
    guard first < jobs.count else { return nil }
    defer {
      jobs[first] = nil
      first += 1
      // Half of the room is free: moving the rest costs less than what was taken out.
      if first * 2 > jobs.count {
        jobs.removeFirst(first)
        first = 0
      }
    }
    return jobs[first]
  }
}
