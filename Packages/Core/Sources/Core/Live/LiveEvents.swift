import Composition
import Synchronization

/// What a rider's stream brings to a listener.
enum LiveUpdate: Equatable, Sendable {
  /// The stream is there; each further update is an event.
  case live
  /// There is no stream, so changes have to be asked for.
  case notLive
  case event(RiderEvent)
  /// The interval of a listener without a stream is over.
  case intervalOver
}

/// The stream of a rider's events, one for all that listen in a scope: it is open while somebody
/// listens, and ends with the scope.
public final class LiveEvents: Sendable {
  fileprivate struct State {
    var listeners: [Int: AsyncStream<LiveUpdate>.Continuation] = [:]
    var lastNumber = 0
    /// The last ``LiveUpdate/live`` or ``LiveUpdate/notLive``.
    var status: LiveUpdate?
    var connection: Task<Void, Never>?
    /// Tells the connection from earlier ones, which may end slowly.
    var connectionNumber = 0
    var lastEventID: String?
  }

  private let state = Mutex(State())
  private let client: CloudClient
  private let session: UserSession
  private let services: SystemServices

  /// Names the stream of a session; it is opened for the first listener.
  public init(client: CloudClient, session: UserSession, services: SystemServices) {
    (self.client, self.session, self.services) = (client, session, services)
  }

  deinit {
    state.withLock { state in
      state.connection?.cancel()
      for listener in state.listeners.values { listener.finish() }
    }
  }

  /// Returns whether there is a stream, and then what it brings, until the listener's task is
  /// cancelled or the scope ends.
  func listen() -> (
    updates: AsyncStream<LiveUpdate>, listener: AsyncStream<LiveUpdate>.Continuation
  ) {
    let (updates, continuation) = AsyncStream<LiveUpdate>.makeStream()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = continuation
      if let status = state.status { continuation.yield(status) }
      if state.connection == nil {
        state.connection = Task {
          [
            client, session, services,
            events = Weak(events: self, connection: state.connectionNumber)
          ] in
          await LiveConnection(
            client: client, session: session, services: services, events: events,
            lifetimeProbe: LifetimeProbe("live events", in: services.lifetimeMonitor)
          ).run()
        }
      }
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return (updates, continuation)
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return }
      state.connection?.cancel()
      // What is missed meanwhile is told by the next stream.
      (state.connection, state.status) = (nil, nil)
      state.connectionNumber += 1
    }
  }

  /// A reference of a connection that keeps no scope alive.
  struct Weak: Sendable {
    fileprivate weak let events: LiveEvents?
    fileprivate let connection: Int

    var lastEventID: String? { events?.state.withLock(\.lastEventID) }

    func tell(_ update: LiveUpdate, id: String? = nil) {
      guard let events else { return }
      let (listeners, news) = events.state.withLock { state in
        (Array(state.listeners.values), state.take(update, id: id, from: connection))
      }
      // Without the lock, which a listener that is cancelled asks for while its task is locked.
      for listener in listeners { for one in news { listener.yield(one) } }
    }
  }
}

extension LiveEvents.State {
  private static let longestID = 256

  /// Takes an update; returns what is news to the listeners.
  fileprivate mutating func take(
    _ update: LiveUpdate, id: String?, from connection: Int
  ) -> [LiveUpdate] {
    guard connection == connectionNumber else { return [] }
    // A longer one is none of Koober's, and would be sent with each request.
    if let id, id.utf8.count <= Self.longestID { lastEventID = id }
    let last = status
    guard case .event = update else {
      status = update
      return last == update ? [] : [update]
    }
    // The first event shows that the stream is there.
    status = .live
    return last == .live ? [update] : [.live, update]
  }
}

/// Opens the stream again and again.
private struct LiveConnection: Sendable {
  /// The longest wait between two attempts, in seconds.
  private static let longestWait = 30.0
  /// The longest wait that a cloud may ask for, in seconds.
  private static let longestRequestedWait = 600

  let client: CloudClient
  let session: UserSession
  let services: SystemServices
  let events: LiveEvents.Weak
  let lifetimeProbe: LifetimeProbe

  func run() async {
    var failures = 0
    // What the cloud asks for, in seconds.
    var shortestWait = 0
    while !Task.isCancelled {
      let isLive = Atomic(false)
      do throws(CloudError) {
        try await client.followEvents(after: events.lastEventID, session: session) {
          [events] event, id in
          isLive.store(true, ordering: .relaxed)
          events.tell(.event(event), id: id)
        }
        guard isLive.load(ordering: .relaxed) else {
          throw .unreachable(reason: "the stream ended at once")
        }
        (failures, shortestWait) = (0, 0)
      } catch {
        failures = isLive.load(ordering: .relaxed) ? 1 : failures + 1
        guard !Task.isCancelled else { return }
        events.tell(.notLive)
        // A cloud without streams, or one that refuses them for good.
        if case .refused(let detail) = error, detail.code != .internalError { return }
        shortestWait =
          if case .tryAgainLater(_, let seconds?) = error {
            min(seconds, Self.longestRequestedWait)
          } else { 0 }
      }
      do {
        try await services.wallClock.sleep(for: max(wait(after: failures), .seconds(shortestWait)))
      } catch {
        return
      }
    }
  }

  /// A random wait, so that those who lost a server together do not come back together.
  private func wait(after failures: Int) -> Duration {
    let random = services.randomBytes.bytes(count: 2).reduce(0) { $0 << 8 | Int($1) }
    let longest = min(Self.longestWait, 0.5 * Double(1 << min(failures, 10)))
    return .seconds(longest * (0.5 + Double(random) / 131_072))
  }
}

extension LiveEvents {
  /// The next thing to do for a listener that stays up to date.
  public enum Step: Equatable, Sendable {
    /// Ask the cloud for the present state: at the beginning, after a break in which something was
    /// lost, and while there is no stream. After a break the step has the rides that are under way.
    case renew([LiveRide])
    /// An event other than ``RiderEvent/reset(_:)`` and ``RiderEvent/resumed``.
    case event(RiderEvent)
  }

  /// Returns the steps that keep a listener up to date until its task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: How long the known state may be old while there is no stream; it begins when the
  ///     renewal is done, with the request for the next step.
  ///   - isKnown: Whether the present state is known; otherwise the first step renews it.
  public func steps(
    orAskEvery interval: Duration, isKnown: Bool = false
  ) -> some AsyncSequence<Step, Never> {
    Steps(self, interval: interval, isKnown: isKnown)
  }

  private final class Steps: AsyncSequence, AsyncIteratorProtocol {
    private let (events, interval): (LiveEvents, Duration)
    private let listener: AsyncStream<LiveUpdate>.Continuation
    private var updates: AsyncStream<LiveUpdate>.Iterator
    private var isKnown: Bool
    /// Whether the state is asked for at intervals.
    private var isPolling: Bool
    private var timer: Task<Void, any Error>?

    init(_ events: LiveEvents, interval: Duration, isKnown: Bool) {
      (self.events, self.interval, self.isKnown, isPolling) = (events, interval, isKnown, !isKnown)
      // A listener that is there before it asks misses nothing between the two.
      let (updates, listener) = events.listen()
      (self.updates, self.listener) = (updates.makeAsyncIterator(), listener)
    }

    deinit { timer?.cancel() }

    func makeAsyncIterator() -> Steps { self }

    func next(isolation actor: isolated (any Actor)?) async -> Step? {
      guard isKnown else {
        isKnown = true
        return .renew([])
      }
      while true {
        if isPolling, timer == nil {
          timer = Task { [wallClock = events.services.wallClock, interval, listener] in
            try await wallClock.sleep(for: interval)
            listener.yield(.intervalOver)
          }
        }
        guard let update = await updates.next(isolation: actor) else { return nil }
        if update == .live || update == .intervalOver {
          timer?.cancel()
          timer = nil
        }
        switch update {
        case .live: isPolling = false
        case .notLive: isPolling = true
        case .intervalOver: if isPolling { return .renew([]) }
        case .event(.resumed): break
        case .event(.reset(let rides)): return .renew(rides)
        case .event(let event): return .event(event)
        }
      }
    }
  }
}
