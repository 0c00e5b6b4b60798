internal import Observation

/// Runs a screen that is drawn: waits for events and changes, and draws what has become of it.
@MainActor
struct ScreenRunner<S: DrawnScreen> {
  let screen: S
  let terminal: any Terminal

  func run() async throws -> S.Outcome {
    let session = try terminal.openScreen()
    defer { session.close() }
    let work = Task { await screen.work() }
    defer { work.cancel() }
    let ticker = ScreenTicker(screen: screen, events: session.events)
    defer { ticker.stop() }
    return try await loop(session, ticker)
  }

  private func loop(_ session: any ScreenSession, _ ticker: ScreenTicker<S>) async throws
    -> S.Outcome
  {
    while true {
      if let outcome = try draw(session) { return outcome }
      ticker.adjust()
      let events = await session.events.next()
      try Task.checkCancellation()
      for (index, event) in events.enumerated() {
        try handle(event)
        // Text that was typed ahead belongs to the next screen.
        if screen.outcome != nil {
          session.events.postFirst(Array(events[(index + 1)...]))
          break
        }
      }
    }
  }

  /// Draws, and observes the properties that were read.
  private func draw(_ session: any ScreenSession) throws -> S.Outcome? {
    let capabilities = terminal.capabilities
    let events = session.events
    var frame = Frame(size: capabilities.size, isUnicode: capabilities.isUnicode)
    let outcome = withObservationTracking {
      screen.draw(in: &frame)
      _ = screen.tickInterval
      return screen.outcome
    } onChange: {
      events.post([.redraw])
    }
    if outcome == nil { try session.show(frame) }
    return outcome
  }

  private func handle(_ event: TerminalEvent) throws {
    switch event {
    case .key(let key): screen.handle(key)
    case .paste(let text): screen.paste(text)
    case .redraw: break
    case .interrupted: throw PromptError.interrupted
    case .ended: throw PromptError.inputEnded
    }
  }
}

/// Ticks for a screen while it has a tick interval, and sleeps otherwise.
@MainActor
final class ScreenTicker<S: DrawnScreen> {
  private let screen: S
  private let events: EventQueue
  private var interval: Duration?
  private var task: Task<Void, Never>?

  init(screen: S, events: EventQueue) {
    self.screen = screen
    self.events = events
  }

  /// Adopts the screen's current tick interval.
  func adjust() {
    guard screen.tickInterval != interval else { return }
    stop()
    interval = screen.tickInterval
    guard let interval else { return }
    task = Task { [screen, events, clock = screen.clock] in
      // The only error of a sleep is the cancellation that ends the ticking.
      while (try? await clock.sleep(for: interval)) != nil {
        screen.tick()
        events.post([.redraw])
      }
    }
  }

  func stop() {
    task?.cancel()
    task = nil
  }
}
