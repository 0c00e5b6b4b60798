import Core
import Terminal

/// The panel beside the map in one phase of a pick-up.
@MainActor
protocol PickMeUpPanel: AnyObject {
  /// The rows that it needs on a narrow screen.
  var rows: Int { get }
  /// The text for line mode.
  var facts: [Styled] { get }
  /// The current activity or error.
  var notices: [Styled] { get }
  /// The hints of keys that are not actions.
  var hints: [KeyHint] { get }
  var actions: [KeyAction] { get }
  /// The choices of line mode before the actions.
  var choices: [ScreenChoice] { get }
  /// Whether something is being waited for.
  var isBusy: Bool { get }
  /// Whether the whole menu is offered: where nothing is typed and nothing is to be decided.
  var showsMenu: Bool { get }
  /// A place to look at before it is chosen.
  var highlighted: Waypoint? { get }
  /// Whether text is typed.
  var isTyping: Bool { get }
  /// Whether the rider may go elsewhere.
  var canBeLeft: Bool { get }

  func draw(in frame: inout Frame, _ region: Region)
  /// Handles a key that belongs to no action.
  func handle(_ key: Key)
  func paste(_ text: String)
}

extension PickMeUpPanel {
  var notices: [Styled] { [] }
  var hints: [KeyHint] { [] }
  var choices: [ScreenChoice] { [] }
  var isBusy: Bool { false }
  var showsMenu: Bool { false }
  var highlighted: Waypoint? { nil }
  var isTyping: Bool { false }
  var canBeLeft: Bool { true }

  func handle(_ key: Key) {}
  func paste(_ text: String) {}
}
