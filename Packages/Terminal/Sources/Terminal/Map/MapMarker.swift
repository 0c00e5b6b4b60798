/// A marker at a point of a map.
public struct MapMarker: Sendable, Hashable {
  /// How the markers of one kind are named and drawn.
  public struct Kind: Sendable, Hashable {
    /// The name that ``MapView/facts(distance:)`` uses, such as `Car`.
    public var name: String
    public var symbol: Character
    /// The symbol of a terminal that shows only ASCII.
    public var plainSymbol: Character
    public var style: Style
    /// Which of two markers in one cell is seen: the one with the higher priority.
    public var priority: Int

    public init(
      _ name: String, symbol: Character, plainSymbol: Character, style: Style, priority: Int = 0
    ) {
      self.name = name
      self.symbol = symbol
      self.plainSymbol = plainSymbol
      self.style = style
      self.priority = priority
    }
  }

  public var kind: Kind
  public var point: MapPoint

  /// The label, also in the list of facts; may be empty.
  public var label: String

  public init(_ kind: Kind, at point: MapPoint, label: String = "") {
    self.kind = kind
    self.point = point
    self.label = label
  }
}
