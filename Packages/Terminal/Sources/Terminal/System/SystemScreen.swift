import Dispatch
import Synchronization

/// The real screen: raw mode, the alternate buffer, and a thread that waits for keys.
final class SystemScreen: Sendable {
  /// The alternate buffer, bracketed paste, no cursor; and back.
  ///
  /// Source: "XTerm Control Sequences", DEC private modes 1049, 2004 and 25.
  private static let enter = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?25l"
  private static let leave =
    "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  let events = EventQueue()
  private let session: TerminalSession
  private let descriptors: SystemTerminal.Descriptors
  private let color: ColorLevel
  /// The shown frame, whose lock is held while something is written.
  private let shown = Mutex<Frame?>(nil)

  init(descriptors: SystemTerminal.Descriptors, color: ColorLevel) throws(TerminalError) {
    self.descriptors = descriptors
    self.color = color
    self.session = try TerminalSession(
      device: descriptors.input, output: descriptors.output, mode: .raw, reset: Self.leave)
    do {
      try write(Self.enter)
    } catch {
      session.close()
      throw error
    }
    DispatchQueue(label: "keys").async { [self] in readEvents() }
  }

  func show(_ frame: Frame) throws(TerminalError) {
    try shown.withLock { (shown) throws(TerminalError) in
      let text = FrameRenderer.text(from: shown, to: frame, color: color)
      shown = frame
      if !text.isEmpty { try write(text) }
    }
  }

  /// Sends a control sequence that changes nothing of what is shown.
  func send(_ sequence: String) throws(TerminalError) {
    try shown.withLock { (_) throws(TerminalError) in try write(sequence) }
  }

  /// Restores the terminal; the thread ends when it sees the notice.
  func close() {
    shown.withLock { _ in session.close() }
    session.selfPipe.wake(0)
  }

  private func write(_ text: String) throws(TerminalError) {
    try SystemCall.write(text.utf8, to: descriptors.output, as: .output)
  }

  // MARK: - The thread

  private func readEvents() {
    var decoder = KeyDecoder()
    while true {
      do {
        switch try session.wait(timeout: decoder.flushDelay ?? -1) {
        case .timeout: events.post(decoder.flush())
        case .notices(let notices): guard answer(notices) else { return }
        case .input:
          let bytes = try SystemCall.readSome(4096, from: descriptors.input)
          guard !bytes.isEmpty else { return events.post([.ended]) }
          report(decoder.feed(bytes))
        }
      } catch {
        // Without its input the screen cannot continue: the waiter receives its end.
        return events.post([.ended])
      }
    }
  }

  /// Posts all events that were read together, so that they are drawn together.
  private func report(_ decoded: [TerminalEvent]) {
    let isStop = { $0 == TerminalEvent.key(.control("z")) }
    events.post(decoded.filter { !isStop($0) })
    if decoded.contains(where: isStop) { stop() }
  }

  /// Answers signals; `false` when the screen was closed.
  private func answer(_ notices: [TerminalSession.Notice]) -> Bool {
    if notices.contains(.cancelled) { return false }
    if notices.contains(.interrupted) { events.post([.interrupted]) }
    if notices.contains(.stopRequested) {
      stop()
    } else if notices.contains(.continued) {
      enterAgain { session.apply() }
    } else if notices.contains(.resized) {
      events.post([.redraw])
    }
    return true
  }

  private func stop() {
    enterAgain { session.stop(group: true) }
  }

  /// Takes over the screen again after another program.
  ///
  /// Nothing is drawn from before the process stops until the screen is ours: a frame in between
  /// would land among the lines of the shell.
  private func enterAgain(after suspension: () -> Void) {
    shown.withLock { shown in
      suspension()
      shown = nil
      // A terminal that cannot be written is reported by the next frame.
      try? write(Self.enter)
    }
    events.post([.redraw])
  }
}
