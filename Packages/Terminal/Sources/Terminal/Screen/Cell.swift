/// One position of a frame.
public struct Cell: Sendable, Hashable {
  /// The character; a wide one is in its first cell.
  package var character: Character
  package var style: Style

  /// Whether a wide character that began before covers the cell.
  package var isCovered: Bool

  init(_ character: Character, _ style: Style = .plain, isCovered: Bool = false) {
    self.character = character
    self.style = style
    self.isCovered = isCovered
  }

  /// An empty cell.
  static let blank = Cell(" ")
}
