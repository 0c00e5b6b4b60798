internal import Observation

/// Runs a screen that is drawn: waits for events and changes, and draws what has become of it.
@MainActor
final class ScreenRunner<S: DrawnScreen> {
  private let screen: S
  private let terminal: any Terminal
  /// Whether the keys of the screen are shown in its place.
  private var showsKeys = false
  private var shown: Frame?

  init(screen: S, terminal: any Terminal) {
    self.screen = screen
    self.terminal = terminal
  }

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
      for announcement in screen.takeAnnouncements() where !announcement.isSilent {
        try session.announce(announcement)
      }
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
    let (frame, outcome) = withObservationTracking {
      _ = (screen.tickInterval, screen.announcements)
      return (picture(capabilities), screen.outcome)
    } onChange: {
      events.post([.redraw])
    }
    if outcome == nil {
      try session.show(frame)
      shown = frame
    }
    return outcome
  }

  /// The screen, or its keys, above the status line.
  private func picture(_ capabilities: TerminalCapabilities) -> Frame {
    var size = capabilities.size
    let status = size.rows >= 6 ? screen.status : nil
    if status != nil { size.rows -= 1 }
    var frame = Frame(size: size, isUnicode: capabilities.isUnicode)
    screen.draw(in: &frame)
    if showsKeys { frame = KeyOverview(hints: frame.hints).frame(in: frame) }
    return status.map { frame.appending(row: $0) } ?? frame
  }

  private func handle(_ event: TerminalEvent) throws {
    switch event {
    case .key(let key): handle(key)
    case .mouse(let event): if !showsKeys { screen.handle(event) }
    case .paste(let text): screen.paste(text)
    case .redraw: break
    case .interrupted: throw PromptError.interrupted
    case .ended: throw PromptError.inputEnded
    }
  }
}

extension ScreenRunner {
  /// Every key leaves the overview of the keys; F1 opens it, and a question mark where no text is
  /// typed.
  private func handle(_ key: Key) {
    let opens = key == .function(1) || (key == .character("?") && shown?.cursor == nil)
    if showsKeys {
      showsKeys = false
    } else if opens, shown?.hints.isEmpty == false {
      showsKeys = true
    } else {
      screen.handle(key)
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
      await clock.repeatedly(after: interval) {
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
