import Testing

@testable import Terminal

struct ScaleBarTests {
  @Test func `The length beside the bar is within five per cent of its cells`() throws {
    var metersPerColumn = 0.01
    while metersPerColumn < 1e6 {
      for columns in 2...60 {
        let bar = try #require(
          ScaleBar(metersPerColumn: metersPerColumn, maximumColumns: columns))
        let exact = Double(bar.columns) * metersPerColumn
        #expect(abs(bar.meters - exact) <= 0.05 * exact, "\(metersPerColumn) \(columns)")
        #expect((2...columns).contains(bar.columns))
      }
      metersPerColumn *= 1.37
    }
  }

  @Test(arguments: [
    (10.0, 20, "├──────────────────┤ 200 m"), (52.6, 24, "├─────────────────┤ 1 km"),
    (75, 20, "├───────────┤ 1 km"), (37, 3, "├─┤ 110 m"),
  ])
  func `The length is round where that is possible`(
    metersPerColumn: Double, columns: Int, line: String
  ) {
    let bar = ScaleBar(metersPerColumn: metersPerColumn, maximumColumns: columns)

    #expect(bar?.line(isUnicode: true).text == line)
  }

  @Test(arguments: [(1.0, 1), (0, 10), (-1, 10), (.nan, 10), (.infinity, 10)])
  func `There is no bar without room or scale`(metersPerColumn: Double, columns: Int) {
    #expect(ScaleBar(metersPerColumn: metersPerColumn, maximumColumns: columns) == nil)
  }
}
