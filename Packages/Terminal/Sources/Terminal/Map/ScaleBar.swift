#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The scale bar in the corner of a map.
struct ScaleBar: Equatable {
  /// How many cells the line takes.
  let columns: Int

  /// The length that is written beside it, in meters; within 5 % of what the cells cover.
  let meters: Double

  /// Chooses a round length.
  ///
  /// - Returns: `nil` when there is no room for two cells.
  init?(metersPerColumn: Double, maximumColumns: Int) {
    guard maximumColumns >= 2, metersPerColumn.isFinite, metersPerColumn > 0 else { return nil }
    let candidates = Array((max(2, maximumColumns / 3)...maximumColumns).reversed())
    for mantissas in [[1.0, 2, 5], [1.5, 2.5, 3, 4, 6, 8]] {
      for columns in candidates {
        let exact = Double(columns) * metersPerColumn
        if let round = Self.round(near: exact, mantissas) {
          self.columns = columns
          self.meters = round
          return
        }
      }
    }
    let exact = Double(maximumColumns) * metersPerColumn
    let unit = pow(10, floor(log10(exact)) - 1)
    self.columns = maximumColumns
    self.meters = (exact / unit).rounded() * unit
  }

  private static func round(near exact: Double, _ mantissas: [Double]) -> Double? {
    let decade = pow(10, floor(log10(exact)))
    return mantissas.flatMap { [$0 * decade, $0 * decade * 10] }
      .first { abs($0 - exact) <= 0.03 * exact }
  }

  /// The length in words.
  var label: String {
    if meters >= 1000 { return "\(Self.decimal(meters / 1000)) km" }
    return "\(Self.decimal(meters)) m"
  }

  /// One digit after the point, none for a whole number.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// The line and its length.
  func line(isUnicode: Bool) -> Styled {
    let inner = String(repeating: isUnicode ? "─" : "-", count: columns - 2)
    let bar = isUnicode ? "├\(inner)┤" : "|\(inner)|"
    return Styled("\(bar) \(label)")
  }
}
