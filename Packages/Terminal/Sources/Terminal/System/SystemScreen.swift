import Dispatch
import Synchronization

internal import Glibc

/// The real screen: raw mode, the alternate buffer, and a thread that waits for keys.
final class SystemScreen: ScreenSession {
  /// The alternate buffer, bracketed paste, no cursor, the title kept; and back. Without a stack of
  /// titles the title is empty afterwards.
  /// Source: "XTerm Control Sequences", DEC private modes 1049, 2004 and 25, and XTWINOPS 22 and 23.
  private static let enter = "\u{1B}[22;2t\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?25l"
  private static let leave =
    "\u{1B}]2;\u{1B}\\\u{1B}[23;2t\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  let events = EventQueue()
  private let session: TerminalSession
  private let terminal: SystemTerminal
  private let color: ColorLevel
  /// The shown frame, whose lock is held while something is written.
  private let shown = Mutex<Frame?>(nil)

  init(of terminal: SystemTerminal) throws(TerminalError) {
    self.terminal = terminal
    color = terminal.capabilities.outputColor
    session = try TerminalSession(
      device: STDIN_FILENO, output: terminal.output, mode: .raw, reset: Self.leave)
    do {
      try write(Self.enter + request)
    } catch {
      session.close()
      throw error
    }
    DispatchQueue(label: "keys").async { [self] in readEvents() }
  }

  /// Asks for the background where there are colors that depend on it.
  private var request: String { color >= .palette ? TerminalBackground.request : "" }

  func show(_ frame: Frame) throws(TerminalError) {
    try shown.withLock { (shown) throws(TerminalError) in
      let text = FrameRenderer.text(from: shown, to: frame, color: color)
      shown = frame
      // Lets the terminal show everything at once; one that does not know the mode ignores it.
      // Source: "Terminal spec: synchronized output", DEC private mode 2026.
      if !text.isEmpty { try write("\u{1B}[?2026h\(text)\u{1B}[?2026l") }
    }
  }

  func announce(_ announcement: Announcement) throws(TerminalError) {
    let sequence = terminal.capabilities.notifications.sequence(for: announcement)
    try shown.withLock { (_) throws(TerminalError) in try write(sequence) }
  }

  func close() { terminal.closeScreen() }

  /// Restores the terminal; the thread ends when it is woken.
  func restore() {
    shown.withLock { _ in session.close() }
    session.selfPipe.wake(0)
  }

  private func write(_ text: String) throws(TerminalError) {
    try SystemCall.write(text.utf8, to: terminal.output, as: .output)
  }

  private func readEvents() {
    var decoder = KeyDecoder()
    while true {
      do {
        switch try session.wait(timeout: decoder.flushDelay ?? -1) {
        case .timeout: events.post(decoder.flush())
        case .signals(let signals): guard answer(signals) else { return }
        case .input:
          let bytes = try SystemCall.readSome(4096, from: STDIN_FILENO)
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
    if decoded.contains(where: isStop) { enterAgain { session.stop(group: true) } }
  }

  /// Answers signals; `false` when the screen was closed.
  private func answer(_ signals: [Int32]) -> Bool {
    if signals.contains(0) { return false }
    if signals.contains(SIGINT) { events.post([.interrupted]) }
    if signals.contains(SIGTSTP) {
      enterAgain { session.stop(group: true) }
    } else if signals.contains(SIGCONT) {
      enterAgain { session.apply() }
    } else if signals.contains(SIGWINCH) {
      events.post([.redraw])
    }
    return true
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
      try? write(Self.enter + request)
    }
    events.post([.redraw])
  }
}
