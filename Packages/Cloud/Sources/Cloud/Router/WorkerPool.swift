package import CloudStore
import Core
import Dispatch
import FoundationEssentials
import Synchronization

/// What is known of callers: as long as jobs of several standings wait, these take turns.
package enum CallerStanding: Int, CaseIterable, Sendable {
  /// Has signed in before.
  case known
  /// Asks for the first time.
  case new
  case other
}

/// A pool of threads for work that blocks: disks and password hashing.
///
/// At most `count` jobs run at a time, half of them for one caller, and at most `waiting` more wait.
/// Callers take turns; when too many wait, the newest job of the caller with the most is refused.
public final class WorkerPool: Sendable {
  private struct Job: Sendable {
    let caller: Int
    let standing: CallerStanding
    let deadline: RequestDeadline?
    let run: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  private struct State {
    var idle: [DispatchQueue]
    /// The jobs of each standing.
    var waiting: [FairQueue<Job>]
    var turn = 0
    var running: [Int: Int] = [:]

    /// Returns the job whose turn it is.
    ///
    /// - Parameter late: The standing of a job that came too late and has not used its turn.
    mutating func next(share: Int, late: CallerStanding? = nil) -> Job? {
      let first = late?.rawValue ?? turn
      for kind in (first..<first + waiting.count).map({ $0 % waiting.count }) {
        let job = waiting[kind].popFirst(isSameTurn: kind == late?.rawValue) {
          running[$0, default: 0] < share
        }
        guard let job else { continue }
        turn = (kind + 1) % waiting.count
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
    self.init(count: count, waiting: limit, share: nil)
  }

  /// - Parameters:
  ///   - share: How many workers one caller may have at once; half of them when `nil`.
  ///   - isNewestFirst: See ``FairQueue``.
  init(count: Int, waiting limit: Int, share: Int? = nil, isNewestFirst: Bool = false) {
    self.share = max(1, share ?? (count + 1) / 2)
    // A serial queue gets a thread of its own, however busy the shared threads are.
    let queues = (0..<max(1, count)).map { DispatchQueue(label: "koober.cloud.\($0)") }
    let waiting = FairQueue<Job>(limit: limit, isNewestFirst: isNewestFirst)
    state = Mutex(State(idle: queues, waiting: CallerStanding.allCases.map { _ in waiting }))
  }

  /// Starts a job now or later, in the turn of its caller.
  ///
  /// - Parameter refuse: Called instead of the job, now or later, when too many wait, or when its turn
  ///   comes after its deadline.
  package func start(
    for caller: Int = 0, standing: CallerStanding = .other, until deadline: RequestDeadline? = nil,
    refuse: @escaping @Sendable () -> Void, _ job: @escaping @Sendable () -> Void
  ) {
    let job = Job(
      caller: caller, standing: standing, deadline: deadline, run: job, refuse: refuse)
    let (refused, started) = state.withLock { state -> (Job?, (DispatchQueue, Job)?) in
      let refused = state.waiting[standing.rawValue].append(job, of: caller)
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
      let isLate = job.deadline?.rest() == .zero
      if isLate { job.refuse() } else { job.run() }
      current = state.withLock { state in
        let left = state.running[job.caller, default: 1] - 1
        state.running[job.caller] = left > 0 ? left : nil
        let next = state.next(share: share, late: isLate ? job.standing : nil)
        if next == nil { state.idle.append(queue) }
        return next
      }
    }
  }
}

extension EndpointCost {
  /// Makes workers for requests of this cost alone; `nil` for the cloud's own workers. Half of the
  /// processors may do one kind of long work, so that other requests never wait for all of them.
  func makeWorkers() -> WorkerPool? {
    let half = min(max(ProcessInfo.processInfo.activeProcessorCount / 2, 1), 4)
    return switch self {
    case .rows: nil
    // A rider's write waits for one of them at the most.
    case .bulkWrite: WorkerPool(count: 1, waiting: 256)
    case .longRead, .export, .search, .evaluation: WorkerPool(count: half, waiting: 256)
    // Those who guess passwords over many connections wait for one another, and a rider who comes then
    // does not wait for all of them.
    case .passwordHash: WorkerPool(count: half, waiting: 256, isNewestFirst: true)
    }
  }
}
