import CloudStore
package import Core
import FoundationEssentials
import Synchronization

/// Serves the open streams: looks for something to tell after a change and as time passes.
///
/// A stream waits without a thread. Its source is asked by one worker at a time, in order.
package final class EventHub: Sendable {
  /// What a stream sends.
  package enum Output: Sendable {
    case event(ServerSentEvent)
    /// Shows that the stream is there.
    case heartbeat
    /// Nothing more comes.
    case end
  }

  /// How often time passes for the streams.
  static let tick = Duration.seconds(1)
  /// After how many seconds a stream sends something.
  static let heartbeat = 4.0
  /// After how many seconds a stream looks whether its reader may read on.
  static let check = 15.0
  /// After how many seconds a stream is looked at again when the database has failed.
  static let retryPause = 5.0

  private struct State {
    var streams: [Int: LiveStream] = [:]
    var lastNumber = 0
    /// How many streams there are with each key of a quota.
    var counts: [String: Int] = [:]
    var ticking: Task<Void, Never>?
    var listening: Int?
  }

  private let store: SQLStore
  private let clock: any WallClock
  /// A stream has one job at the most, so none is refused.
  private let workers = WorkerPool(count: 2, waiting: 1 << 20, share: 2)
  private let state = Mutex(State())

  init(store: SQLStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  deinit {
    state.withLock { state in
      state.ticking?.cancel()
      if let number = state.listening { store.changes.remove(number) }
    }
  }

  /// How many streams are open.
  package var count: Int { state.withLock { $0.streams.count } }

  /// Opens a stream, and returns its number; `nil` when its reader has too many.
  ///
  /// - Parameter send: Called in order, on any thread, until the end or until the stream is closed.
  package func open(_ source: any EventSource, send: @escaping @Sendable (Output) -> Void) -> Int? {
    let quotas = source.quotas
    let stream: LiveStream? = state.withLock { state in
      guard quotas.allSatisfy({ state.counts[$0.key, default: 0] < $0.count }) else { return nil }
      for quota in quotas { state.counts[quota.key, default: 0] += 1 }
      state.lastNumber += 1
      let stream = LiveStream(
        number: state.lastNumber, source: source, now: clock.steadyNow, send: send)
      state.streams[stream.number] = stream
      begin(&state)
      return stream
    }
    guard let stream else { return nil }
    look(at: stream, isChanged: true)
    return stream.number
  }

  /// Closes a stream; one that has ended is left alone.
  package func close(_ number: Int) {
    state.withLock { state in
      guard let stream = state.streams.removeValue(forKey: number) else { return }
      stream.close()
      for key in stream.quotaKeys {
        let left = state.counts[key, default: 1] - 1
        state.counts[key] = left > 0 ? left : nil
      }
      guard state.streams.isEmpty else { return }
      state.ticking?.cancel()
      state.ticking = nil
    }
  }

  /// Listens for changes and lets time pass while there are streams.
  private func begin(_ state: inout State) {
    if state.listening == nil {
      state.listening = store.changes.listen { [weak self, workers] signal in
        // No stream follows dispatch.
        if case .keys(let keys) = signal, keys == [ChangeSignals.dispatch] { return }
        // Who has changed something does not wait for the streams.
        workers.start(refuse: {}) { [weak self] in self?.hear(signal) }
      }
    }
    guard state.ticking == nil else { return }
    state.ticking = Task { [weak self, clock] in
      while (try? await clock.sleep(for: Self.tick)) != nil {
        guard let self else { return }
        passTime()
      }
    }
  }

  private func hear(_ signal: ChangeSignals.Signal) {
    for stream in state.withLock({ Array($0.streams.values) }) where stream.follows(signal) {
      look(at: stream, isChanged: true)
    }
  }

  private func passTime() {
    let streams = state.withLock { Array($0.streams.values) }
    guard !streams.isEmpty else { return }
    let now = clock.steadyNow
    for stream in streams {
      switch stream.need(at: now) {
      case .nothing: break
      case .time: look(at: stream, isChanged: false)
      case .check: look(at: stream, isChanged: true)
      }
    }
    // One query for all finds what no signal has told, such as what another process has written.
    workers.start(refuse: {}) { [weak self] in self?.lookForChanges(of: streams) }
  }

  private func lookForChanges(of streams: [LiveStream]) {
    let riders = Array(Set(streams.map(\.rider)))
    // A database that does not answer is asked again in a second.
    let newest = try? store.deadlines.work(until: RequestDeadline()) {
      try store.lastEvents(of: riders)
    }
    guard let newest else { return }
    for stream in streams where stream.isBehind(newest[stream.rider]) {
      look(at: stream, isChanged: true)
    }
  }

  /// Asks a stream's source on a worker, or lets the worker that asks it do so once more.
  private func look(at stream: LiveStream, isChanged: Bool) {
    guard stream.begin(isChanged: isChanged) else { return }
    workers.start(refuse: {}) { [self] in
      while let isChanged = stream.nextLook() {
        let goesOn = store.deadlines.work(until: RequestDeadline()) {
          stream.look(by: clock, isChanged: isChanged, in: store)
        }
        if !goesOn { close(stream.number) }
      }
    }
  }
}
