/// A clock that changes only when a test advances it.
///
/// A test starts the work, waits with ``waitForSleepers(_:)`` until it sleeps, and moves time.
public final class ManualClock: Clock, Sendable {
  /// A moment on the clock.
  public struct Instant: InstantProtocol, Hashable {
    /// The time since the clock was made.
    public let offset: Duration

    /// Creates a moment.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let state: WatchedMutex<ManualClockState>

  /// Creates a clock that shows zero.
  ///
  /// - Parameter name: Names the clock when a wait fails, with the place of this call.
  public init(_ name: String = "manual clock", file: String = #fileID, line: Int = #line) {
    state = WatchedMutex(ManualClockState(name: "\(name) of \(file):\(line)"))
  }

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .nanoseconds(1) }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.makeIdentifier() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock {
          $0.add(
            .init(
              id: id, duration: $0.now.duration(to: deadline), deadline: deadline,
              continuation: continuation))
        }
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }
    }
  }

  /// Moves time and wakes everyone whose deadline is reached, the earliest first.
  public func advance(by duration: Duration) {
    state.withLock { $0.advance(by: duration) }
  }

  /// How many tasks sleep on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Returns when at least `count` tasks sleep on the clock.
  ///
  /// - Throws: ``WaitError`` when they do not.
  public func waitForSleepers(
    _ count: Int = 1, file: String = #fileID, line: Int = #line
  ) async throws {
    try await state.wait(for: "\(count) sleepers", file: file, line: line) {
      $0.sleepers.count >= count
    }
  }

  /// Returns when tasks sleep on the clock that began to sleep for exactly this time.
  ///
  /// - Throws: ``WaitError`` when they do not.
  public func waitForSleeper(
    of duration: Duration, count: Int = 1, file: String = #fileID, line: Int = #line
  ) async throws {
    try await state.wait(for: "\(count) sleepers of \(duration)", file: file, line: line) {
      $0.sleepers.count { $0.duration == duration } >= count
    }
  }
}

/// The sleepers of the clock, and the callers that wait for sleepers.
struct ManualClockState: WatchedState {
  struct Sleeper {
    let id: Int
    let duration: Duration
    let deadline: ManualClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  let name: String
  private(set) var now = ManualClock.Instant()
  private(set) var sleepers: [Sleeper] = []
  private var cancelled: Set<Int> = []
  var watchers: [Watcher<Self>] = []
  var wakeUps: [@Sendable () -> Void] = []
  private var lastIdentifier = 0

  init(name: String) { self.name = name }

  var summary: String {
    let texts = sleepers.map { "one for \($0.duration) until \($0.deadline.offset)" }
    return "Sleepers of the \(name), which shows \(now.offset): "
      + (texts.isEmpty ? "none" : texts.joined(separator: ", "))
  }

  mutating func makeIdentifier() -> Int {
    lastIdentifier += 1
    return lastIdentifier
  }

  mutating func add(_ sleeper: Sleeper) {
    if cancelled.remove(sleeper.id) != nil {
      wakeUps.append { sleeper.continuation.resume(throwing: CancellationError()) }
    } else if sleeper.deadline <= now {
      wakeUps.append { sleeper.continuation.resume() }
    } else {
      sleepers.append(sleeper)
      notifyWatchers()
    }
  }

  mutating func cancel(_ id: Int) {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
      cancelled.insert(id)
      return
    }
    let sleeper = sleepers.remove(at: index)
    wakeUps.append { sleeper.continuation.resume(throwing: CancellationError()) }
  }

  mutating func advance(by duration: Duration) {
    now = now.advanced(by: duration)
    let due = sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
    sleepers.removeAll { $0.deadline <= now }
    for sleeper in due { wakeUps.append { sleeper.continuation.resume() } }
  }
}
