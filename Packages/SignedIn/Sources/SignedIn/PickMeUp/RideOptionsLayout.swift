public import Core
public import Terminal

/// Lays out the kinds of ride, of which the rider chooses one.
public protocol RideOptionsLayout: Sendable {
  /// All of them, for a command.
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String

  /// One of them, as a row of a list.
  func row(of option: RideOption) -> Styled

  /// What is told below the list about the selected one; nothing when its row tells it all.
  func detail(of option: RideOption) -> Styled?
}
