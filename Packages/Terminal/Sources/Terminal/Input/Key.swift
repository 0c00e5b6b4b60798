/// A key, or a combination of keys that editors know by one meaning.
public enum Key: Sendable, Hashable {
  /// A key that types something.
  case character(Character)
  /// Ctrl with a small letter; Ctrl-C never arrives, it interrupts.
  case control(Character)
  /// Alt with a character.
  case alt(Character)
  /// F1 to F12.
  case function(Int)
  case enter, tab, backTab, escape
  case backspace, delete, insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// Ctrl or Alt with an arrow: to the beginning of the word before, to the end of the next.
  case wordLeft, wordRight

  /// Whether the key is a combination with Ctrl.
  var isControl: Bool { if case .control = self { true } else { false } }

  /// The name of the key on a screen.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .alt(let character): "Alt-\(character.uppercased())"
    case .function(let number): "F\(number)"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .wordLeft: "Ctrl-Left"
    case .wordRight: "Ctrl-Right"
    }
  }
}

/// An action of the mouse on a screen that takes it; see ``Frame/tracksMouse``.
public enum MouseEvent: Sendable, Hashable {
  case wheelUp, wheelDown
  /// A move with the button held, in cells since the last one.
  case drag(columns: Int, rows: Int)
  /// The button was pressed and released at a cell; column and row count from 0.
  case click(column: Int, row: Int)
}

/// An event of a terminal whose screen a program has taken over.
public enum TerminalEvent: Sendable, Hashable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text that was pasted as a whole; its line breaks and control characters are still in it.
  case paste(String)
  /// The size changed, the program was continued, or what is shown is out of date.
  case redraw
  /// The terminal has said what is behind the letters.
  case background(TerminalBackground)
  /// Ctrl-C.
  case interrupted
  /// The terminal was closed.
  case ended
}
