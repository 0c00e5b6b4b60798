/// A rounded border with a title, and what is new or counted, in its upper edge.
///
/// There is no border where it would take too much of the room.
public struct Panel: Sendable {
  private static let smallest = (columns: 24, rows: 4)
  /// In the upper edge, at its beginning.
  public var title: Styled
  /// In the upper edge, at its end.
  public var detail: Styled
  /// Whether the keys are for the panel: its border has the accent.
  public var hasFocus: Bool

  public init(_ title: Styled, detail: Styled = "", hasFocus: Bool = false) {
    (self.title, self.detail, self.hasFocus) = (title, detail, hasFocus)
  }

  /// Clears a rectangle, draws the border and returns the rectangle inside of it.
  public func draw(in frame: inout Frame, _ region: Region) -> Region {
    frame.fill(region)
    guard region.columns >= Self.smallest.columns, region.rows >= Self.smallest.rows else {
      return region
    }
    let style = hasFocus ? Style.accent : .muted
    let corners = frame.isUnicode ? ["╭", "╮", "╰", "╯"] : ["+", "+", "+", "+"]
    let (wide, high) = frame.isUnicode ? ("─", "│") : ("-", "|")
    let line = String(repeating: wide, count: region.columns - 2)
    let bottom = region.row + region.rows - 1
    for (row, left, right) in [(region.row, 0, 1), (bottom, 2, 3)] {
      frame.write(
        Styled(corners[left] + line + corners[right], style), column: region.column, row: row)
    }
    for row in region.row + 1..<bottom {
      frame.write(Styled(high, style), column: region.column, row: row)
      frame.write(Styled(high, style), column: region.column + region.columns - 1, row: row)
    }
    drawTitle(in: &frame, region)
    return region.inset()
  }

  private func drawTitle(in frame: inout Frame, _ region: Region) {
    let room = region.columns - 4
    let end = detail.displayWidth == 0 ? 0 : detail.displayWidth + 2
    if title.displayWidth > 0 {
      let shown = title.truncated(to: room - end - 2, isUnicode: frame.isUnicode)
      frame.write(" \(shown) ", column: region.column + 2, row: region.row, columns: room)
    }
    guard end > 0, end + 4 < room else { return }
    frame.write(" \(detail) ", column: region.column + region.columns - 2 - end, row: region.row)
  }
}

/// How a list shares a screen with a preview of its selected row.
public struct ListLayout: Sendable {
  /// Below these columns the list has the screen for itself.
  private static let narrowest = 72
  public let list: Region
  /// `nil` where there is no room for it.
  public let preview: Region?

  public init(_ region: Region) {
    guard region.columns >= Self.narrowest - 2, region.rows >= 8 else {
      (list, preview) = (region, nil)
      return
    }
    let parts = region.splitTrailing(region.columns * (region.columns < 100 ? 10 : 12) / 20)
    (list, preview) = (parts.rest, parts.trailing)
  }
}

extension Styled {
  /// How many are new, such as `●1`; empty for none.
  public static func badge(_ count: Int, isUnicode: Bool) -> Styled {
    count > 0
      ? Styled((isUnicode ? "●" : "*") + "\(count)", Style(foreground: .cyan, isBold: true)) : ""
  }

  /// A bar that is filled as far as something has come, in eighths of a column where there are blocks.
  ///
  /// - Parameters:
  ///   - fraction: From 0 to 1; what is outside counts as the nearer one.
  ///   - columns: The whole length.
  ///   - isUnicode: Whether the terminal shows blocks.
  public static func bar(_ fraction: Double, columns: Int, isUnicode: Bool) -> Styled {
    let steps = isUnicode ? 8 : 1
    let fraction = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let filled = Int((fraction * Double(columns * steps)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let part = isUnicode ? parts[filled % 8] : ""
    let full = String(repeating: isUnicode ? "█" : "#", count: filled / steps)
    let rest = max(0, columns - filled / steps - (part.isEmpty ? 0 : 1))
    let empty = String(repeating: isUnicode ? "░" : ".", count: rest)
    return "\(full + part, .accent)\(empty, .muted)"
  }
}
