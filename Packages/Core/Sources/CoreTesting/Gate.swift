import BasicsTesting

/// Suspends callers until the test opens it.
public actor Gate {
  private var isOpen: Bool
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

  /// Creates a gate, closed by default.
  public init(isOpen: Bool = false) {
    self.isOpen = isOpen
  }

  /// Returns once the gate is open.
  public func pass() async {
    guard !isOpen else { return }
    arrival.yield()
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns once one more has come to the closed gate.
  ///
  /// - Throws: `WaitError` when nobody comes.
  public nonisolated func waitForArrival(
    file: String = #fileID, line: Int = #line
  ) async throws {
    _ = try await arrivals.next("an arrival at the gate", file: file, line: line)
  }

  /// Lets everybody through, now and later.
  public func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
