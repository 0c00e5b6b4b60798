import CloudDomain
import CloudStore
import Core
import FoundationEssentials
import Synchronization

/// One open stream.
final class LiveStream: Sendable {
  enum Need { case nothing, time, check }

  private struct State {
    var source: any EventSource
    /// Whether a worker asks the source.
    var isBusy = false
    /// Whether the source is to be asked: for what time has done, or also for changes.
    var isDue = false
    var isChanged = false
    var isClosed = false
    /// When the source was asked for changes last, on the steady clock.
    var lastCheck: Date
    /// When something was sent last.
    var lastOutput: Date
    var keys: Set<String>
    var buckets: Set<UInt8> = []
    var isMoving = true
    var sequence = 0

    func isQuiet(at now: Date) -> Bool {
      now.timeIntervalSince(lastOutput) >= EventHub.heartbeat
    }
  }

  let number: Int
  let rider: RiderID
  let quotaKeys: [String]
  private let send: @Sendable (EventHub.Output) -> Void
  private let state: Mutex<State>

  init(
    number: Int, source: any EventSource, now: Date,
    send: @escaping @Sendable (EventHub.Output) -> Void
  ) {
    self.number = number
    rider = source.rider
    quotaKeys = source.quotas.map(\.key)
    self.send = send
    state = Mutex(State(source: source, lastCheck: now, lastOutput: now, keys: source.keys))
  }

  func close() { state.withLock { $0.isClosed = true } }

  func follows(_ signal: ChangeSignals.Signal) -> Bool {
    state.withLock { state in
      switch signal {
      case .keys(let keys): keys.contains { state.keys.contains($0) }
      case .buckets(let buckets): !state.buckets.isDisjoint(with: buckets)
      case .everything: true
      }
    }
  }

  func need(at now: Date) -> Need {
    state.withLock { state in
      if now.timeIntervalSince(state.lastCheck) >= EventHub.check { return .check }
      return state.isMoving || state.isQuiet(at: now) ? .time : .nothing
    }
  }

  /// - Parameter sequence: The rider's counter; an account that was deleted has none.
  func isBehind(_ sequence: Int?) -> Bool {
    state.withLock { $0.sequence < sequence ?? ($0.sequence > 0 ? .max : 0) }
  }

  /// Notes that the source is to be asked; returns whether a worker has to begin with it.
  func begin(isChanged: Bool) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.isDue = true
      state.isChanged = state.isChanged || isChanged
      defer { state.isBusy = true }
      return !state.isBusy
    }
  }

  /// Returns whether to ask the source for changes as well; `nil` when it is not to be asked.
  func nextLook() -> Bool? {
    state.withLock { state in
      guard state.isDue, !state.isClosed else {
        state.isBusy = false
        return nil
      }
      defer { (state.isDue, state.isChanged) = (false, false) }
      return state.isChanged
    }
  }

  /// Asks the source and sends what it tells; returns whether the stream goes on.
  func look(by clock: any WallClock, isChanged: Bool, in store: SQLStore) -> Bool {
    let now = clock.steadyNow
    let (known, isQuiet) = state.withLock { ($0.source, $0.isQuiet(at: now)) }
    var source = known
    var outputs: [EventHub.Output] = []
    do {
      outputs = try source.next(
        at: clock.now.inWholeMilliseconds, isChanged: isChanged, from: store
      )
      .map { .event($0) }
      if outputs.isEmpty, isChanged || isQuiet { outputs = [.heartbeat] }
      if source.hasEnded { outputs.append(.end) }
    } catch let error as StoreError where error.isOutage {
      // The stream goes on when the database does; a reader who waits for long leaves by itself.
      return state.withLock { state in
        state.lastCheck = now - EventHub.check + EventHub.retryPause
        // A heartbeat would say that what was told is still so.
        state.lastOutput = .distantFuture
        return !state.isClosed
      }
    } catch {
      // The reader comes back and learns why, for example that its session has ended.
      outputs = [.end]
    }
    let isOpen = state.withLock { [source] state in
      (state.source, state.isMoving, state.sequence) = (source, source.isMoving, source.sequence)
      if state.keys != source.keys || state.buckets.isEmpty {
        (state.keys, state.buckets) = (source.keys, Set(source.keys.map(ChangeSignals.bucket)))
      }
      if isChanged { state.lastCheck = now }
      if !outputs.isEmpty { state.lastOutput = now }
      return !state.isClosed
    }
    guard isOpen else { return false }
    for output in outputs { send(output) }
    if case .end? = outputs.last { return false }
    return true
  }
}
