internal import Observation
import Synchronization

/// Runs a screen that is drawn: waits for events and changes, and draws what has become of it.
@MainActor
final class ScreenRunner<S: DrawnScreen> {
  private let screen: S
  private let terminal: any Terminal
  /// The first row of the overview of the keys, while it is shown in the screen's place.
  private var firstKey: Int?
  /// How many rows of the overview cannot be seen at once.
  private var hiddenKeys = 0
  private var shown: Frame?
  /// The room that the screen was drawn in, without the status line.
  private var drawnSize = TerminalSize()
  /// Whether letters are still taken for what was meant for the screen before: this one has taken the
  /// place of one on which text was typed, and the user may not have seen that yet.
  private var ignoresLetters: () -> Bool = { false }
  private var lastKey: Key?
  private var spinner = Spinner()
  private var turning: Task<Void, Never>?

  init(screen: S, terminal: any Terminal) { (self.screen, self.terminal) = (screen, terminal) }

  func run() async throws -> S.Outcome {
    let session = try terminal.openScreen()
    defer { session.close() }
    let work = Task { await screen.work() }
    defer { work.cancel() }
    defer { turning?.cancel() }
    if session.events.replacedTyping.exchange(false, ordering: .relaxed) {
      ignoresLetters = screen.clock.countdown(of: .seconds(1))
    }
    return try await loop(session)
  }

  private func loop(_ session: any ScreenSession) async throws -> S.Outcome {
    while true {
      if let outcome = try draw(session) {
        if shown?.cursor != nil, case .character = lastKey {
          session.events.replacedTyping.store(true, ordering: .relaxed)
        }
        return outcome
      }
      for announcement in screen.takeAnnouncements() where !announcement.isSilent {
        try session.announce(announcement)
      }
      turnSpinner(session.events)
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

  /// Turns the spinner while the screen waits for something; nothing runs otherwise.
  private func turnSpinner(_ events: EventQueue) {
    guard screen.isBusy else {
      turning?.cancel()
      return turning = nil
    }
    guard turning == nil else { return }
    turning = Task { [clock = screen.clock] in
      await clock.repeatedly(after: Spinner.interval) {
        spinner.advance()
        events.post([.redraw])
      }
    }
  }

  /// Draws, and observes the properties that were read.
  private func draw(_ session: any ScreenSession) throws -> S.Outcome? {
    let capabilities = terminal.capabilities
    let events = session.events
    let (frame, outcome) = withObservationTracking {
      _ = (screen.isBusy, screen.announcements)
      return (picture(capabilities, events.background), screen.outcome)
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
  private func picture(
    _ capabilities: TerminalCapabilities, _ background: TerminalBackground?
  ) -> Frame {
    var size = capabilities.size
    let status = size.rows >= 6 ? screen.status : nil
    if status != nil { size.rows -= 1 }
    drawnSize = size
    var frame = Frame(size: size, isUnicode: capabilities.isUnicode)
    frame.background = background
    frame.turns = spinner
    screen.draw(in: &frame)
    if var first = firstKey {
      (frame, hiddenKeys) = KeyOverview.frame(in: frame, first: &first)
      firstKey = first
    }
    return status.map { frame.appending(row: $0) } ?? frame
  }

  private func handle(_ event: TerminalEvent) throws {
    switch event {
    case .key(let key): handle(key)
    case .mouse(.click(let column, let row)):
      if firstKey == nil, let key = shown?.key(at: column, row) { handle(key) }
    case .mouse(let event): if firstKey == nil { screen.handle(event, size: drawnSize) }
    case .paste(let text): screen.paste(text)
    case .redraw, .background: break
    case .interrupted: throw PromptError.interrupted
    case .ended: throw PromptError.inputEnded
    }
  }

  /// Every key but those that scroll leaves the overview of the keys; F1 opens it, and a question
  /// mark where no text is typed.
  private func handle(_ key: Key) {
    lastKey = key
    if case .character = key, ignoresLetters() { return }
    let opens = key == .function(1) || (key == .character("?") && shown?.cursor == nil)
    if let first = firstKey {
      firstKey = scroll(key).map { first + $0 }
    } else if opens, shown?.hints.isEmpty == false {
      firstKey = 0
    } else {
      screen.handle(key)
    }
  }

  /// The rows by which a key scrolls the overview; `nil` for a key that leaves it.
  private func scroll(_ key: Key) -> Int? {
    guard hiddenKeys > 0 else { return nil }
    return switch key {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, (shown?.size.rows ?? 0) / 2)
    case .pageDown: max(1, (shown?.size.rows ?? 0) / 2)
    default: nil
    }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns what says whether a time from now on has not passed yet.
  fileprivate func countdown(of time: Swift.Duration) -> () -> Bool {
    let end = now.advanced(by: time)
    return { now < end }
  }
}
