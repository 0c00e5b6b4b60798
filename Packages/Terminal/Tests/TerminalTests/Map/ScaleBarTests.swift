import Glibc
import Testing

@testable import Terminal

struct ScaleBarTests {
  @Test func `At every scale the bar has a length of 1, 2 or 5 and covers it exactly`() throws {
    var needed = 0.01
    while needed < 1e6 {
      for columns in 5...60 {
        let scale = try #require(ScaleBar.roundScale(atLeast: needed, maximumColumns: columns))
        let bar = try #require(ScaleBar(metersPerColumn: scale, maximumColumns: columns))
        let mantissa = bar.meters / pow(10, floor(log10(bar.meters * 1.000001)))
        #expect(scale >= needed * 0.999999)
        #expect(scale <= needed * 1.5, "\(needed) \(columns)")
        #expect(abs(bar.meters - Double(bar.columns) * scale) <= 1e-5 * bar.meters)
        #expect([1, 2, 5].contains { abs($0 - mantissa) < 1e-4 }, "\(bar.meters)")
        #expect((2...columns).contains(bar.columns))
      }
      needed *= 1.37
    }
  }

  @Test(arguments: [
    (10.0, 20, "├──────────────────┤ 200 m"), (100, 24, "├──────────────────┤ 2 km"),
  ])
  func `The longest round length is taken`(metersPerColumn: Double, columns: Int, line: String) {
    let bar = ScaleBar(metersPerColumn: metersPerColumn, maximumColumns: columns)

    #expect(bar?.line(isUnicode: true).text == line)
  }

  @Test(arguments: [(1.0, 1), (0, 10), (-1, 10), (.nan, 10), (.infinity, 10), (37, 3)])
  func `There is no bar without room or a round length`(metersPerColumn: Double, columns: Int) {
    #expect(ScaleBar(metersPerColumn: metersPerColumn, maximumColumns: columns) == nil)
  }
}
