/// One position of a frame.
public struct Cell: Sendable, Hashable {
  /// The character; a wide one is in its first cell.
  public var character: Character
  public var style: Style

  /// Whether a wide character that began before covers the cell.
  public var isCovered: Bool

  /// Creates a cell.
  public init(_ character: Character, _ style: Style = .plain, isCovered: Bool = false) {
    self.character = character
    self.style = style
    self.isCovered = isCovered
  }

  /// An empty cell.
  public static let blank = Cell(" ")
}
