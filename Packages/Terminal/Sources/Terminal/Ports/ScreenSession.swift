/// A terminal whose whole screen a program has taken over.
///
/// However the process ends, the terminal is as it was before.
public protocol ScreenSession: Sendable {
  /// What happens at the terminal; others may post ``TerminalEvent/redraw`` to it.
  var events: EventQueue { get }

  /// Shows a frame; only what differs from the last one is written.
  func show(_ frame: Frame) throws(TerminalError)

  /// Gives the terminal back; call it exactly once.
  func close()
}
