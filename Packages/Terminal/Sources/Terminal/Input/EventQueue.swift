import Synchronization

/// Hands events from a thread to the task that waits, without polling and without losing any.
public final class EventQueue: Sendable {
  private struct State {
    var events: [TerminalEvent] = []
    var waiter: CheckedContinuation<[TerminalEvent], Never>?
    var hasEnded = false
    var background: TerminalBackground?
  }

  private let state = Mutex(State())
  /// Whether a screen on which text was typed was replaced while the user may be typing.
  let replacedTyping = Atomic(false)

  public init() {}

  /// What the terminal has said last about its background.
  var background: TerminalBackground? { state.withLock { $0.background } }

  /// Appends events; repeated requests to redraw count once, and nothing follows the end.
  public func post(_ events: [TerminalEvent]) {
    change { state in
      guard !state.hasEnded else { return }
      for event in events {
        if case .background(let background) = event { state.background = background }
        if event != .redraw || state.events.last != .redraw { state.events.append(event) }
      }
      state.hasEnded = events.contains(.ended)
    }
  }

  /// Puts back events that were taken and not used.
  func postFirst(_ events: [TerminalEvent]) {
    guard !events.isEmpty else { return }
    change { state in
      state.events.insert(contentsOf: events, at: 0)
      state.hasEnded = state.hasEnded || events.contains(.ended)
    }
  }

  /// Returns everything that has happened, and waits if nothing has; empty when it is cancelled.
  ///
  /// After ``TerminalEvent/ended`` it returns that event at each call.
  public func next() async -> [TerminalEvent] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        release()
        if Task.isCancelled { return continuation.resume(returning: []) }
        change { state in
          state.waiter = continuation
          if state.events.isEmpty, state.hasEnded { state.events = [.ended] }
        }
        // The cancellation may have come between the two.
        if Task.isCancelled { release() }
      }
    } onCancel: {
      release()
    }
  }

  /// Changes the state, and resumes the waiting task when there are events.
  ///
  /// The waiting task is resumed once the lock is free: that takes the lock of its task, which a
  /// cancellation holds while it asks for this one.
  private func change(_ body: (inout State) -> Void) {
    let (waiter, events) = state.withLock { state in
      body(&state)
      guard !state.events.isEmpty, let waiter = state.waiter.take() else {
        return (CheckedContinuation<[TerminalEvent], Never>?.none, [TerminalEvent]())
      }
      defer { state.events = [] }
      return (waiter, state.events)
    }
    waiter?.resume(returning: events)
  }

  /// Sends away the one who waits.
  private func release() { state.withLock { $0.waiter.take() }?.resume(returning: []) }
}
