/// The port for a program's input and output.
///
/// Results go to the output, everything else to the error stream. ``SystemTerminal`` is the real
/// one; a scripted one for tests is in `TerminalTesting`.
public protocol Terminal: Sendable {
  /// The current capabilities; the size may change.
  var capabilities: TerminalCapabilities { get }

  /// Writes text unchanged to the standard output; it may stay in a buffer until ``flush()``.
  ///
  /// - Throws: ``TerminalError/closedPipe`` when the reader has closed the pipe.
  func write(_ text: String) throws(TerminalError)

  /// Writes text unchanged to the standard error, at once and after earlier output.
  func writeError(_ text: String) throws(TerminalError)

  /// Writes what is still in the buffer of the standard output.
  func flush() throws(TerminalError)

  /// Shows a prompt and reads one line that is typed; the line break is not part of it.
  ///
  /// Call it through ``ask(_:orPass:isHidden:)`` and ``confirm(_:orPass:)``, which refuse to wait
  /// when there is no terminal.
  func readLine(prompt: String, isHidden: Bool) async throws(PromptError) -> String

  /// Reads the whole standard input.
  func readInput(limit: Int) throws(TerminalError) -> [UInt8]

  /// Marks the current line of the error stream as temporary, such as a progress line.
  ///
  /// When a signal, for example that of Ctrl-C, ends the process meanwhile, the line is removed.
  ///
  /// - Parameters:
  ///   - isTemporary: Whether the line is temporary from now on.
  ///   - interruption: The text that Ctrl-C leaves there: a sentence of at most 256 bytes.
  func markErrorLine(isTemporary: Bool, interruption: String?)

  /// Takes over the whole screen until the session is closed.
  ///
  /// While a session is open, another one shares its screen, which is left when all are closed: an
  /// app keeps one open to go from screen to screen without flicker. Text that is
  /// written to the terminal meanwhile appears afterwards, the newest 64 KiB of it.
  func openScreen() throws(TerminalError) -> any ScreenSession
}

extension Terminal {
  /// Nothing has to be removed where no signal ends the process.
  public func markErrorLine(isTemporary: Bool, interruption: String?) {}

  /// Writes one line to the standard output, in color if that is wanted there.
  public func writeLine(_ line: Styled = "") throws(TerminalError) {
    try write(line.rendered(capabilities.outputColor) + "\n")
  }

  /// Writes one line to the standard error, in color if that is wanted there.
  public func writeErrorLine(_ line: Styled) throws(TerminalError) {
    try writeError(line.rendered(capabilities.errorColor) + "\n")
  }
}

/// A terminal whose whole screen a program has taken over.
///
/// However the process ends, the terminal is as it was before.
public protocol ScreenSession: Sendable {
  /// The events of the terminal; other objects may post ``TerminalEvent/redraw``.
  var events: EventQueue { get }

  /// Shows a frame; only what differs from the last one is written.
  func show(_ frame: Frame) throws(TerminalError)

  /// Rings the bell and, where the terminal can, shows a notification on the desktop.
  func announce(_ announcement: Announcement) throws(TerminalError)

  /// Restores the terminal; call it exactly once.
  func close()
}
