import Basics
import Dispatch
import Synchronization

/// Runs work of a test that blocks.
public enum TestThread {
  /// Runs work on a new thread, without which the test cannot go on.
  public static func start(_ work: @escaping @Sendable () -> Void) {
    precondition(DetachedThread.start(work), "no thread can be started")
  }

  /// Runs the steps of a test on a thread of their own, on which they may block.
  ///
  /// Swift's concurrent executor has a thread for each processor. Two tests that wait there for answers
  /// of servers in this process would keep both, and the servers could not answer.
  public static func run<Result: Sendable>(
    _ test: sending () async throws -> Result
  ) async throws -> Result {
    let thread = ThreadActor()
    defer { thread.executor.stop() }
    return try await thread.run(test)
  }
}

/// Runs what it is given on a thread of its own.
private actor ThreadActor {
  nonisolated let executor = ThreadExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Result: Sendable>(_ test: sending () async throws -> Result) async throws -> Result {
    // After the wait for another task this one goes on where it prefers to, not where its actor runs.
    try await withTaskExecutorPreference(executor) { try await test() }
  }
}

/// Runs one job after the other on its thread.
private final class ThreadExecutor: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let signals = DispatchSemaphore(value: 0)

  init() {
    TestThread.start { [self] in
      while true {
        signals.wait()
        // A signal without a job is the last one.
        guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    signals.signal()
  }

  func stop() { signals.signal() }
}
