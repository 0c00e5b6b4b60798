/// Holds whoever comes until the test opens it.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var observers: [CheckedContinuation<Void, Never>] = []

  /// Returns once the gate is open.
  func pass() async {
    for observer in observers { observer.resume() }
    observers = []
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns once somebody waits.
  func waitForArrival() async {
    if !waiting.isEmpty { return }
    await withCheckedContinuation { observers.append($0) }
  }

  /// Lets everybody through, now and later.
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
