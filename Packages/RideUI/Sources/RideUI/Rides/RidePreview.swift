public import Core
public import FoundationEssentials
public import Terminal

/// A ride on its map, with its progress or the receipt below: beside the row that is selected.
@MainActor public struct RidePreview {
  /// Below these rows a map shows nothing.
  private static let lowestMap = 5

  private let ride: Ride
  private let rider: String?
  private let tiles: MapTiles
  private let now: Date
  private let age: Int

  /// - Parameters:
  ///   - ride: What is shown.
  ///   - rider: The name of another rider, whose ride it is.
  ///   - tiles: The known squares of the map.
  ///   - now: The time up to which bars are filled.
  ///   - age: The seconds since the ride was known.
  public init(_ ride: Ride, of rider: String? = nil, tiles: MapTiles, now: Date, age: Int = 0) {
    (self.ride, self.rider, self.tiles, self.now) = (ride, rider, tiles, now)
    self.age = age
  }

  /// Draws the map above the facts; on a low screen the facts alone.
  public func draw(in frame: inout Frame, _ region: Region) {
    let text = RideText(ride, age: age)
    let inside = region.inset(columns: 1, rows: 0)
    let headline = rider.map { text.headline(of: $0) } ?? text.headline
    let lines =
      [headline] + text.lines(columns: inside.columns, at: now, isUnicode: frame.isUnicode)
    guard region.rows >= lines.count + Self.lowestMap else { return frame.write(lines, in: inside) }
    let (map, below) = region.splitBottom(lines.count)
    let keys = (frame.hints, frame.tracksMouse)
    tiles.draw(TripMap(ride, carStart: nil).view, in: &frame, map)
    // The preview follows the list: its map is not moved.
    (frame.hints, frame.tracksMouse) = keys
    frame.write(lines, in: below.inset(columns: 1, rows: 0))
  }
}
