/// Divides the content of a screen between a map and the text beside it.
public struct MapLayout {
  /// The columns of the text in a panel beside the map.
  public static let panelColumns = 36

  /// Empty when there is no room for a map.
  public let map: Region
  let panel: Region
  /// Whether the panel lies over the map, at its side.
  public let isBeside: Bool

  /// Puts the panel over the side of the map on a wide screen and above it on a narrow one.
  ///
  /// - Parameters:
  ///   - region: All of the content.
  ///   - needed: The rows that the panel needs on a narrow screen, before there is a map.
  ///   - wanted: The rows that it may take there, up to the half.
  ///   - beside: The rows that the panel needs, with its border, at the side.
  public init(_ region: Region, needed: Int, wanted: Int, beside: Int = 8) {
    isBeside = region.columns >= Self.panelColumns + 30 && region.rows >= beside
    if isBeside {
      (map, panel) = (region, region.splitTrailing(Self.panelColumns + 4).trailing)
    } else if region.rows >= needed + 5, region.columns >= 12 {
      let rows = min(wanted, max(needed, region.rows / 2))
      let parts = region.splitTop(rows + 1)
      (map, panel) = (parts.rest, parts.top.splitTop(rows).top)
    } else {
      (map, panel) = (region.splitTop(0).top, region)
    }
  }

  /// The part of the map that a panel with so many rows of text hides.
  public func cover(rows: Int) -> Region? { isBeside ? box(rows: rows) : nil }

  /// Draws the border of a panel with so many rows of text and returns what is inside; only the
  /// region of the panel where it does not lie over the map.
  public func drawPanel(_ border: Panel, rows: Int, in frame: inout Frame) -> Region {
    guard isBeside else { return panel }
    return border.draw(in: &frame, box(rows: rows)).inset(columns: 1, rows: 0)
  }

  private func box(rows: Int) -> Region { panel.splitTop(rows + 2).top }
}
