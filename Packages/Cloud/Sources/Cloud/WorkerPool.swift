import Dispatch
import Synchronization

/// A pool of threads for work that blocks: disks and password hashing.
///
/// At most `count` jobs run at a time, half of them for one caller, and at most `waiting` more wait.
/// Callers take turns; when too many wait, the newest job of the caller with the most is refused.
public final class WorkerPool: Sendable {
  private struct Job: Sendable {
    let caller: Int
    let deadline: RequestDeadline?
    let run: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  private struct State {
    var idle: [DispatchQueue]
    /// The preferred jobs and the others; while there are both, each kind has every other turn.
    var waiting: [FairQueue<Job>]
    var turn = 0
    var running: [Int: Int] = [:]

    /// Returns the job whose turn it is.
    mutating func next(share: Int) -> Job? {
      for kind in [turn, 1 - turn] {
        guard let job = waiting[kind].popFirst(where: { running[$0, default: 0] < share }) else {
          continue
        }
        turn = 1 - kind
        running[job.caller, default: 0] += 1
        return job.element
      }
      return nil
    }
  }

  private let share: Int
  private let state: Mutex<State>

  /// Creates workers; a thread exists only while it works.
  public convenience init(count: Int, waiting limit: Int) {
    self.init(count: count, waiting: limit, isNewestFirst: false)
  }

  /// - Parameter isNewestFirst: See ``FairQueue``.
  convenience init(count: Int, waiting limit: Int, isNewestFirst: Bool) {
    self.init(
      count: count, waiting: limit, share: (count + 1) / 2, isNewestFirst: isNewestFirst)
  }

  /// - Parameter share: How many workers one caller may have at once.
  init(count: Int, waiting limit: Int, share: Int, isNewestFirst: Bool = false) {
    self.share = max(1, share)
    // A serial queue gets a thread of its own, however busy the shared threads are.
    let queues = (0..<max(1, count)).map { DispatchQueue(label: "koober.cloud.\($0)") }
    let waiting = FairQueue<Job>(limit: limit, isNewestFirst: isNewestFirst)
    state = Mutex(State(idle: queues, waiting: [waiting, waiting]))
  }

  /// Starts a job now or later, in the turn of its caller.
  ///
  /// - Parameter refuse: Called instead of the job, now or later, when too many wait, or when its turn
  ///   comes after its deadline.
  package func start(
    for caller: Int = 0, isPreferred: Bool = false, until deadline: RequestDeadline? = nil,
    refuse: @escaping @Sendable () -> Void, _ job: @escaping @Sendable () -> Void
  ) {
    let job = Job(caller: caller, deadline: deadline, run: job, refuse: refuse)
    let (refused, started) = state.withLock { state -> (Job?, (DispatchQueue, Job)?) in
      let refused = state.waiting[isPreferred ? 0 : 1].append(job, of: caller)
      guard !state.idle.isEmpty, let next = state.next(share: share) else { return (refused, nil) }
      return (refused, (state.idle.removeLast(), next))
    }
    started.map { queue, job in queue.async { self.work(on: queue, first: job) } }
    refused?.refuse()
  }

  /// Runs a job and waits for its result; returns `nil` when too many wait already.
  package func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      start {
        continuation.resume(returning: nil)
      } _: {
        continuation.resume(returning: job())
      }
    }
  }

  private func work(on queue: DispatchQueue, first: Job) {
    var current: Job? = first
    while let job = current {
      if job.deadline?.rest() == .zero { job.refuse() } else { job.run() }
      current = state.withLock { state in
        let left = state.running[job.caller, default: 1] - 1
        state.running[job.caller] = left > 0 ? left : nil
        let next = state.next(share: share)
        if next == nil { state.idle.append(queue) }
        return next
      }
    }
  }
}
