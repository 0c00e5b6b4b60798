internal import Glibc

/// The scale bar in the corner of a map: whole cells for a length of 1, 2 or 5 times a power of ten.
struct ScaleBar: Equatable {
  /// The largest sum of rounding errors.
  private static let tolerance = 1e-6
  /// How many cells the line takes.
  let columns: Int
  /// The length that the cells cover, in meters.
  let meters: Double

  /// Chooses the longest round length; `nil` when none covers whole cells.
  init?(metersPerColumn: Double, maximumColumns: Int) {
    guard maximumColumns >= 2, metersPerColumn.isFinite, metersPerColumn > 0 else { return nil }
    for columns in (2...maximumColumns).reversed() {
      let exact = Double(columns) * metersPerColumn
      let round = Self.roundLengths(around: exact)
        .first { abs($0 - exact) <= Self.tolerance * exact }
      if let round {
        (self.columns, meters) = (columns, round)
        return
      }
    }
    return nil
  }

  /// The smallest scale, in meters per cell, that is not below a needed one and has a round length;
  /// `nil` when there is no room for five cells.
  static func roundScale(atLeast needed: Double, maximumColumns: Int) -> Double? {
    guard maximumColumns >= 5, needed.isFinite, needed > 1e-6, needed < 1e9 else { return nil }
    let longest = needed * Double(maximumColumns)
    return roundLengths(around: longest).compactMap { length in
      let columns = min(maximumColumns, Int((length / needed * (1 + tolerance)).rounded(.down)))
      return columns >= 2 ? length / Double(columns) : nil
    }.min()
  }

  private static func roundLengths(around length: Double) -> [Double] {
    let decade = pow(10, floor(log10(length)))
    return [0.1, 1, 10].flatMap { power in [1.0, 2, 5].map { $0 * power * decade } }
  }

  var label: String {
    if meters >= 1000 { return "\(Self.decimal(meters / 1000)) km" }
    return "\(Self.decimal(meters)) m"
  }

  /// One digit after the point, none for a whole number.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  func line(isUnicode: Bool) -> Styled {
    let inner = String(repeating: isUnicode ? "─" : "-", count: columns - 2)
    let bar = isUnicode ? "├\(inner)┤" : "|\(inner)|"
    return Styled("\(bar) \(label)")
  }
}
