public import Core
public import FoundationEssentials
import Synchronization

/// A clock that changes only when a test advances it.
public final class ManualWallClock: WallClock {
  private struct Sleeper {
    let id: UInt64
    let wakesAt: Date
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Observer {
    let id: UInt64
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Date
    var nextID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var observers: [Observer] = []

    mutating func makeID() -> UInt64 {
      nextID += 1
      return nextID
    }
  }

  private let state: Mutex<State>

  /// Creates a clock; without a time it shows 2026-01-01T00:00:00Z.
  public init(now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    state = Mutex(State(now: now))
  }

  public var now: Date { state.withLock { $0.now } }

  /// Moves the time and wakes everybody who has slept long enough, the earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration.inSeconds
      let now = state.now
      let due = state.sleepers.filter { $0.wakesAt <= now }.sorted { $0.wakesAt < $1.wakesAt }
      state.sleepers.removeAll { $0.wakesAt <= now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until that many tasks sleep on this clock.
  ///
  /// - Throws: `CancellationError` when the test is cancelled, for example by a time limit.
  public func waitForSleepers(_ count: Int = 1) async throws {
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        addObserver(Observer(id: id, count: count, continuation: continuation))
      }
    } onCancel: {
      cancelObserver(id: id)
    }
  }

  private func addObserver(_ observer: Observer) {
    let isReached = state.withLock { state in
      if state.sleepers.count >= observer.count { return true }
      state.observers.append(observer)
      return false
    }
    if isReached { return observer.continuation.resume() }
    // The cancellation may have come before the registration.
    if Task.isCancelled { cancelObserver(id: observer.id) }
  }

  private func cancelObserver(id: UInt64) {
    let cancelled = state.withLock { state in
      let index = state.observers.firstIndex { $0.id == id }
      return index.map { state.observers.remove(at: $0) }
    }
    cancelled?.continuation.resume(throwing: CancellationError())
  }

  public func sleep(for duration: Duration) async throws {
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        addSleeper(id: id, duration: duration, continuation: continuation)
      }
    } onCancel: {
      cancelSleeper(id: id)
    }
  }

  private func addSleeper(
    id: UInt64, duration: Duration, continuation: CheckedContinuation<Void, any Error>
  ) {
    if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
    let reached = state.withLock { state in
      let wakesAt = state.now + duration.inSeconds
      state.sleepers.append(Sleeper(id: id, wakesAt: wakesAt, continuation: continuation))
      let count = state.sleepers.count
      let reached = state.observers.filter { $0.count <= count }
      state.observers.removeAll { $0.count <= count }
      return reached
    }
    for observer in reached { observer.continuation.resume() }
    // The cancellation may have come between the check above and the registration.
    if Task.isCancelled { cancelSleeper(id: id) }
  }

  private func cancelSleeper(id: UInt64) {
    let cancelled = state.withLock { state in
      let index = state.sleepers.firstIndex { $0.id == id }
      return index.map { state.sleepers.remove(at: $0) }
    }
    cancelled?.continuation.resume(throwing: CancellationError())
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
