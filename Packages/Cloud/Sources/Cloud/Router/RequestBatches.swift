import Core
import Synchronization

/// Answers together the requests that come at the same time, so that they share journeys to a
/// database server, and a commit.
///
/// What comes while others are answered is answered next, so a server under load works for many at
/// once without waiting for any. A request whose rows are locked is answered alone, after the others.
final class RequestBatches: Sendable {
  /// Takes the result; `nil` when too many requests wait.
  typealias End = @Sendable (Result<CloudResponse, any Error>?) -> Void

  private struct State {
    var waiting = FairQueue<(request: RoutedRequest, end: End)>(limit: 1000)
    var running = 0
  }

  /// The first of a batch waits for the last.
  private static let largestBatch = 64

  private let lanes: Int
  private let workers: WorkerPool
  private let aloneWorkers: WorkerPool
  private let source: BatchSource
  private let state = Mutex(State())

  /// - Parameters:
  ///   - lanes: How many batches are answered side by side.
  ///   - aloneWorkers: Answer the requests whose rows are locked.
  init(_ source: BatchSource, lanes: Int, aloneWorkers: WorkerPool) {
    self.lanes = lanes
    self.aloneWorkers = aloneWorkers
    // A lane that has just ended may still have its thread.
    workers = WorkerPool(count: lanes, waiting: lanes, share: lanes)
    self.source = source
  }

  /// Answers a request on another thread.
  func start(_ request: RoutedRequest, end: @escaping End) {
    let (refused, mustStart) = state.withLock { state in
      let refused = state.waiting.append((request, end), of: request.caller)
      guard state.running < lanes else { return (refused, false) }
      state.running += 1
      return (refused, true)
    }
    if mustStart { workers.start(refuse: runLane, runLane) }
    refused?.end(nil)
  }

  @Sendable private func runLane() {
    while goesOn() {
      let batch = source.makeBatch()
      var members: [(request: RoutedRequest, end: End)] = []
      // What comes while the batch is prepared still joins it.
      while members.count < Self.largestBatch {
        let next = take(Self.largestBatch - members.count)
        if next.isEmpty { break }
        batch.add(next.map(\.request))
        members += next
      }
      for (member, result) in zip(members, batch.finish()) {
        guard members.count > 1, case .failure(StoreError.contended) = result else {
          member.end(result)
          continue
        }
        aloneWorkers.start(for: member.request.caller) {
          member.end(nil)
        } _: { [source] in
          member.end(source.answer([member.request])[0])
        }
      }
    }
  }

  private func goesOn() -> Bool {
    state.withLock { state in
      if state.waiting.isEmpty { state.running -= 1 }
      return !state.waiting.isEmpty
    }
  }

  private func take(_ count: Int) -> [(request: RoutedRequest, end: End)] {
    state.withLock { state in
      var next: [(request: RoutedRequest, end: End)] = []
      while next.count < count, let first = state.waiting.popFirst() { next.append(first.element) }
      return next
    }
  }
}
