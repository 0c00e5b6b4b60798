import Commands
import Core
import FoundationEssentials
import Terminal

/// What a friend has shared, with the map of the ride as it is now.
@MainActor struct SharedItem {
  private let item: InboxItem
  private let tiles: MapTiles
  private let now: Date

  init(_ item: InboxItem, tiles: MapTiles, now: Date) {
    (self.item, self.tiles, self.now) = (item, tiles, now)
  }

  /// Draws the item in a panel with the name of the friend.
  func draw(in frame: inout Frame, _ region: Region, hasFocus: Bool = false) {
    let isLive = item.ride?.state.isEnded == false
    let panel = Panel(
      "\(item.from.name, .bold)", detail: isLive ? Styled("live", .success) : "", hasFocus: hasFocus
    )
    drawContent(in: &frame, panel.draw(in: &frame, region))
  }

  /// Draws the text, and below it the ride.
  func drawContent(in frame: inout Frame, _ region: Region) {
    let head = "\(Styled(item.text))  \(Formatters.time(item.sharedAt), .muted)" as Styled
    let lines = head.wrapped(to: max(1, region.columns - 2))
    let (top, rest) = region.splitTop(lines.count)
    frame.write(lines, in: top.inset(columns: 1, rows: 0))
    guard let ride = item.ride else { return }
    RidePreview(ride, of: item.from.name, tiles: tiles, now: now).draw(in: &frame, rest)
  }
}
