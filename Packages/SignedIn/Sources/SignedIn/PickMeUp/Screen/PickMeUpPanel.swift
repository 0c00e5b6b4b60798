import Terminal

/// What stands beside the map in one phase of a pick-up.
@MainActor
protocol PickMeUpPanel: AnyObject {
  /// The rows that it needs on a narrow screen.
  var rows: Int { get }
  /// What is told, for terminals that show lines only.
  var facts: [Styled] { get }
  /// What is going on or went wrong.
  var notices: [Styled] { get }
  /// What its keys do beside its actions.
  var hints: [KeyHint] { get }
  var actions: [KeyAction] { get }
  /// What can be chosen where lines are shown, before the actions.
  var choices: [ScreenChoice] { get }
  /// Whether something is being waited for.
  var isBusy: Bool { get }
  /// Whether the whole menu is offered: where nothing is typed and nothing is to be decided.
  var showsMenu: Bool { get }
  /// Whether the rider may go elsewhere.
  var canBeLeft: Bool { get }

  func draw(in frame: inout Frame, _ region: Region)
  /// Handles a key that is none of the actions'.
  func handle(_ key: Key)
  func paste(_ text: String)
}

extension PickMeUpPanel {
  var notices: [Styled] { [] }
  var hints: [KeyHint] { [] }
  var choices: [ScreenChoice] { [] }
  var isBusy: Bool { false }
  var showsMenu: Bool { false }
  var canBeLeft: Bool { true }

  func handle(_ key: Key) {}
  func paste(_ text: String) {}
}
