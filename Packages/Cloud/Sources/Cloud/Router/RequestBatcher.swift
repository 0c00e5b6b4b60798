import CloudStore
import Core
import Synchronization

/// Collects the requests that arrive while others are answered, and answers them together.
///
/// No request waits for others to arrive: an idle server answers one alone at once, and the batches
/// grow with the load. A request whose rows are locked is answered alone, after the others.
final class RequestBatcher: Sendable {
  /// Takes the result; `nil` when too many requests wait.
  typealias Completion = @Sendable (Result<CloudResponse, any Error>?) -> Void

  private typealias Job = (request: RoutedRequest, completion: Completion)

  private struct State {
    var waiting = FairQueue<Job>(limit: 1000)
    var runningBatches = 0
  }

  /// The first request of a batch waits for the last.
  private static let largestBatch = 64

  private let handler: BatchHandler
  private let concurrentBatches: Int
  private let workers: WorkerPool
  private let retryWorkers: WorkerPool
  private let deadlines: RequestDeadlines
  private let state = Mutex(State())

  /// - Parameter retryWorkers: Answer the requests whose rows are locked.
  init(
    _ handler: BatchHandler, concurrentBatches: Int, retryWorkers: WorkerPool,
    deadlines: RequestDeadlines = RequestDeadlines()
  ) {
    self.deadlines = deadlines
    self.handler = handler
    self.concurrentBatches = concurrentBatches
    self.retryWorkers = retryWorkers
    // A thread that has just answered its last batch may not be idle yet, so as many may wait.
    workers = WorkerPool(
      count: concurrentBatches, waiting: concurrentBatches, share: concurrentBatches)
  }

  /// Answers a request on another thread.
  func start(_ request: RoutedRequest, completion: @escaping Completion) {
    let (refused, mustStart) = state.withLock { state in
      let refused = state.waiting.append((request, completion), of: request.caller)
      guard state.runningBatches < concurrentBatches else { return (refused, false) }
      state.runningBatches += 1
      return (refused, true)
    }
    if mustStart { workers.start(refuse: answerBatches, answerBatches) }
    refused?.completion(nil)
  }

  @Sendable private func answerBatches() {
    while hasWaitingJobs() {
      var batch = takeJobs(atMost: Self.largestBatch)
      guard let deadline = batch.map(\.request.deadline).min(by: { $0.end < $1.end })
      else { continue }
      let results = deadlines.work(until: deadline) {
        handler.answerArriving(batch.map(\.request)) {
          // Requests that arrive while others are prepared join the batch.
          let jobs = takeJobs(atMost: Self.largestBatch - batch.count)
          batch += jobs
          return jobs.map(\.request)
        }
      }
      for (job, result) in zip(batch, results) {
        if batch.count > 1, case .failure(StoreError.contended) = result {
          retry(job)
        } else {
          job.completion(result)
        }
      }
    }
  }

  /// Returns whether jobs wait; otherwise the calling thread ends.
  private func hasWaitingJobs() -> Bool {
    state.withLock { state in
      if state.waiting.isEmpty { state.runningBatches -= 1 }
      return !state.waiting.isEmpty
    }
  }

  /// Takes jobs that have time for their work, and refuses those that have waited too long.
  private func takeJobs(atMost count: Int) -> [Job] {
    let (jobs, late) = state.withLock { state in
      var jobs: [Job] = []
      var late: [Job] = []
      while jobs.count < count, let job = state.waiting.popFirst()?.element {
        if job.request.deadline.rest() < RequestDeadline.shortest {
          late.append(job)
        } else {
          jobs.append(job)
        }
      }
      return (jobs, late)
    }
    for job in late { job.completion(nil) }
    return jobs
  }

  private func retry(_ job: Job) {
    retryWorkers.start(for: job.request.caller, until: job.request.deadline) {
      job.completion(nil)
    } _: { [handler, deadlines] in
      let results = deadlines.work(until: job.request.deadline) { handler.answer([job.request]) }
      job.completion(results[0])
    }
  }
}
