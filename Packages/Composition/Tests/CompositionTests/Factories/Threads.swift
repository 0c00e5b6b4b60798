import Glibc
import Synchronization

/// Runs the work on that many new threads at once and returns what each returned.
func onThreads<Result: Sendable>(
  _ count: Int,
  _ work: @escaping @Sendable () -> Result
) throws -> [Result] {
  let results = Mutex<[Result]>([])
  let task = ThreadWork {
    let result = work()
    results.withLock { $0.append(result) }
  }
  var threads: [pthread_t] = []
  for _ in 0..<count {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ThreadWork>.fromOpaque(context).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(task).toOpaque())
    guard code == 0 else { throw ThreadError(code: code) }
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
  return withExtendedLifetime(task) { results.withLock { $0 } }
}

struct ThreadError: Error {
  let code: Int32
}

private final class ThreadWork: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Holds the first thread back until the others are under way too.
final class StartGate: Sendable {
  private let threads: Int
  private let started = Atomic(0)

  init(threads: Int) {
    self.threads = threads
  }

  func start() {
    started.add(1, ordering: .sequentiallyConsistent)
  }

  func waitUntilAllHaveStarted() {
    while started.load(ordering: .sequentiallyConsistent) < threads { sched_yield() }
  }
}
