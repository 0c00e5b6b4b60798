import Terminal
import Testing

struct RegionTests {
  private let region = Region(column: 2, row: 3, columns: 10, rows: 6)

  @Test func `A rectangle is split at each side`() {
    #expect(region.splitTop(2).top == Region(column: 2, row: 3, columns: 10, rows: 2))
    #expect(region.splitTop(2).rest == Region(column: 2, row: 5, columns: 10, rows: 4))
    #expect(region.splitBottom(1).bottom == Region(column: 2, row: 8, columns: 10, rows: 1))
    #expect(region.splitBottom(1).rest == Region(column: 2, row: 3, columns: 10, rows: 5))
    #expect(region.splitLeading(4).leading == Region(column: 2, row: 3, columns: 4, rows: 6))
    #expect(region.splitLeading(4).rest == Region(column: 6, row: 3, columns: 6, rows: 6))
    #expect(region.splitTrailing(4).trailing == Region(column: 8, row: 3, columns: 4, rows: 6))
    #expect(region.inset() == Region(column: 3, row: 4, columns: 8, rows: 4))
  }

  @Test(arguments: [-5, 0, 100])
  func `What is asked too much for is as much as there is`(count: Int) {
    let (top, rest) = region.splitTop(count)

    #expect(top.rows + rest.rows == region.rows)
    #expect(region.inset(columns: 50, rows: 50).columns == 0)
  }
}
