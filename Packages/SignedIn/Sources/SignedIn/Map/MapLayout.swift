import Terminal

/// Divides the content of a screen between a map and the text beside it.
struct MapLayout {
  /// Empty when there is no room for a map.
  let map: Region
  let panel: Region

  /// Puts the panel beside the map on a wide screen and above it on a narrow one.
  ///
  /// - Parameters:
  ///   - needed: The rows that the panel needs on a narrow screen, before there is a map.
  ///   - wanted: The rows that it may take there, up to the half.
  init(_ region: Region, needed: Int, wanted: Int) {
    if region.columns >= 66, region.rows >= 8 {
      let sides = region.splitTrailing(36)
      (map, panel) = (sides.rest.splitTrailing(2).rest, sides.trailing)
    } else if region.rows >= needed + 5, region.columns >= 12 {
      let rows = min(wanted, max(needed, region.rows / 2))
      let parts = region.splitTop(rows + 1)
      (map, panel) = (parts.rest, parts.top.splitTop(rows).top)
    } else {
      (map, panel) = (region.splitTop(0).top, region)
    }
  }
}
