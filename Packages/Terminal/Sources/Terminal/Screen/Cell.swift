/// One position of a frame.
public struct Cell: Sendable, Hashable {
  /// The character; a wide one is in its first cell.
  var character: Character
  var style: Style

  /// Whether a wide character that began before covers the cell.
  var isCovered: Bool

  init(_ character: Character, _ style: Style = .plain, isCovered: Bool = false) {
    self.character = character
    self.style = style
    self.isCovered = isCovered
  }

  /// An empty cell.
  static let blank = Cell(" ")
}
