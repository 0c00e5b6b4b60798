import Core
import Synchronization

/// Answers together the requests that come at the same time, so that they share journeys to a
/// database server, and a commit.
///
/// What comes while others are answered is answered next, so a server under load works for many at
/// once without waiting for any.
final class RequestBatches: Sendable {
  typealias End = @Sendable (Result<CloudResponse, any Error>) -> Void

  private struct State {
    var waiting: [(request: RoutedRequest, end: End)] = []
    var running = 0
  }

  /// The first of a batch waits for the last.
  private static let largestBatch = 64
  private static let mostWaiting = 1000

  private let lanes: Int
  private let workers: WorkerPool
  private let source: BatchSource
  private let state = Mutex(State())

  /// - Parameter lanes: How many batches are answered side by side.
  init(_ source: BatchSource, lanes: Int) {
    self.lanes = lanes
    // A lane that has just ended may still have its thread.
    workers = WorkerPool(count: lanes, waiting: lanes)
    self.source = source
  }

  /// Answers a request on another thread.
  ///
  /// - Returns: `false`, and the request is dropped, when too many wait already.
  func start(_ request: RoutedRequest, end: @escaping End) -> Bool {
    let (isAccepted, mustStart) = state.withLock { state in
      guard state.waiting.count < Self.mostWaiting else { return (false, false) }
      state.waiting.append((request, end))
      guard state.running < lanes else { return (true, false) }
      state.running += 1
      return (true, true)
    }
    if mustStart, !workers.start({ self.runLane() }) { runLane() }
    return isAccepted
  }

  private func runLane() {
    while goesOn() {
      let batch = source.makeBatch()
      var ends: [End] = []
      // What comes while the batch is prepared still joins it.
      while ends.count < Self.largestBatch {
        let next = take(Self.largestBatch - ends.count)
        if next.isEmpty { break }
        batch.add(next.map(\.request))
        ends += next.map(\.end)
      }
      for (end, result) in zip(ends, batch.finish()) { end(result) }
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
      let next = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(next.count)
      return next
    }
  }
}
