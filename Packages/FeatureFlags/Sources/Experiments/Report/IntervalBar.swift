/// An interval drawn with plain characters: `|---o-----|`.
struct IntervalBar {
  /// The values at the left and right end of the bar.
  let range: ConfidenceInterval
  let width: Int

  /// A range around intervals, with a little room on both sides.
  static func range(around intervals: [ConfidenceInterval]) -> ConfidenceInterval {
    let low = intervals.map(\.low).min() ?? 0
    let high = intervals.map(\.high).max() ?? 1
    let room = high > low ? (high - low) * 0.05 : 0.01
    return ConfidenceInterval(low: low - room, high: high + room)
  }

  /// Draws an interval with its best value, and a mark at zero if that is in range.
  func drawn(_ interval: ConfidenceInterval, value: Double?) -> String {
    line { characters in
      if let zero { characters[zero] = ":" }
      let low = column(of: interval.low)
      let high = max(low, column(of: interval.high))
      for index in low...high { characters[index] = "-" }
      characters[low] = "|"
      characters[high] = "|"
      if let value { characters[column(of: value)] = "o" }
    }
  }

  /// Draws zero, if it is in range, and the ends of the range where there is room, under a bar.
  func axis(label: (Double) -> String) -> String {
    line { characters in
      if let zero { characters[zero] = "0" }
      let (low, high) = (label(range.low), label(range.high))
      if low.count < zero ?? (width - high.count) {
        characters.replaceSubrange(..<low.count, with: low)
      }
      if width - high.count > zero ?? low.count, high.count <= width {
        characters.replaceSubrange((width - high.count)..., with: high)
      }
    }
  }

  /// Draws on blanks; those at the end are left out.
  private func line(_ draw: (inout [Character]) -> Void) -> String {
    guard width > 0 else { return "" }
    var characters = [Character](repeating: " ", count: width)
    draw(&characters)
    return String(characters[...(characters.lastIndex { $0 != " " } ?? 0)])
  }

  /// The column of zero, if it is in range.
  private var zero: Int? { range.low < 0 && range.high > 0 ? column(of: 0) : nil }

  private func column(of value: Double) -> Int {
    let share = (value - range.low) / (range.high - range.low)
    guard share.isFinite else { return 0 }
    return Int((max(0, min(1, share)) * Double(width - 1)).rounded())
  }
}
