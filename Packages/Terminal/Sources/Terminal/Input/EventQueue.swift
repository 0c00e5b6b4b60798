import Synchronization

/// Hands events from a thread to the task that waits, without polling and without losing any.
public final class EventQueue: Sendable {
  private struct State {
    var events: [TerminalEvent] = []
    var waiter: CheckedContinuation<[TerminalEvent], Never>?
    var hasEnded = false
    var replacesTyping = false
  }

  private let state = Mutex(State())

  public init() {}

  /// Appends events; repeated requests to redraw count once, and nothing follows the end.
  public func post(_ events: [TerminalEvent]) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      for event in events where event != .redraw || state.events.last != .redraw {
        state.events.append(event)
      }
      state.hasEnded = events.contains(.ended)
      Self.deliver(&state)
    }
  }

  /// Puts back events that were taken and not used.
  func postFirst(_ events: [TerminalEvent]) {
    guard !events.isEmpty else { return }
    state.withLock { state in
      state.events.insert(contentsOf: events, at: 0)
      state.hasEnded = state.hasEnded || events.contains(.ended)
      Self.deliver(&state)
    }
  }

  /// Returns everything that has happened, and waits if nothing has; empty when it is cancelled.
  ///
  /// After ``TerminalEvent/ended`` it answers that event again and again.
  public func next() async -> [TerminalEvent] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.waiter?.resume(returning: [])
          state.waiter = continuation
          if Task.isCancelled { Self.release(&state, with: []) }
          if state.events.isEmpty, state.hasEnded { state.events = [.ended] }
          Self.deliver(&state)
        }
      }
    } onCancel: {
      state.withLock { Self.release(&$0, with: []) }
    }
  }

  /// Remembers that a screen on which text was typed is replaced while the person may be typing.
  func markReplacedTyping() {
    state.withLock { $0.replacesTyping = true }
  }

  /// Whether a screen on which text was typed was replaced; once.
  func takeReplacedTyping() -> Bool {
    state.withLock { state in
      defer { state.replacesTyping = false }
      return state.replacesTyping
    }
  }

  private static func deliver(_ state: inout State) {
    guard state.waiter != nil, !state.events.isEmpty else { return }
    let events = state.events
    state.events = []
    release(&state, with: events)
  }

  private static func release(_ state: inout State, with events: [TerminalEvent]) {
    state.waiter?.resume(returning: events)
    state.waiter = nil
  }
}
