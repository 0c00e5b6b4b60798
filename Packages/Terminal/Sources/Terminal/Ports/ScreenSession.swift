/// A terminal whose whole screen a program has taken over.
///
/// However the process ends, the terminal is as it was before.
public protocol ScreenSession: Sendable {
  /// The events of the terminal; other objects may post ``TerminalEvent/redraw``.
  var events: EventQueue { get }

  /// Shows a frame; only what differs from the last one is written.
  func show(_ frame: Frame) throws(TerminalError)

  /// Restores the terminal; call it exactly once.
  func close()
}
