import Testing

@testable import Terminal

struct MapLayoutTests {
  @Test func `A wide screen has the panel over the side of the map`() {
    let layout = MapLayout(Region(columns: 78, rows: 20), needed: 5, wanted: 9)

    #expect(layout.map == Region(columns: 78, rows: 20))
    #expect(layout.panel == Region(column: 38, columns: 40, rows: 20))
    #expect(layout.cover(rows: 7) == Region(column: 38, columns: 40, rows: 9))
  }

  @Test(arguments: [(66, 8, true), (65, 8, false), (66, 7, false)])
  func `A panel lies over a map that is no narrower than 66 by 8`(
    columns: Int, rows: Int, isBeside: Bool
  ) {
    let layout = MapLayout(Region(columns: columns, rows: rows), needed: 2, wanted: 2)

    #expect((layout.map.row == 0) == isBeside)
  }

  @Test func `A narrow screen has the map below the panel, which takes up to the half`() {
    let layout = MapLayout(Region(columns: 38, rows: 16), needed: 5, wanted: 9)

    #expect(layout.panel == Region(columns: 38, rows: 8))
    #expect(layout.map == Region(row: 9, columns: 38, rows: 7))
  }

  @Test(arguments: [(38, 9), (10, 30), (0, 0)])
  func `A tiny screen has no map`(columns: Int, rows: Int) {
    let region = Region(columns: columns, rows: rows)
    let layout = MapLayout(region, needed: 5, wanted: 9)

    #expect(layout.map.rows == 0)
    #expect(layout.panel == region)
  }

  @Test func `A panel that does not fit beside the map is above it, or alone`() {
    let region = Region(columns: 78, rows: 11)

    #expect(MapLayout(region, needed: 10, wanted: 10, beside: 11).isBeside)
    let layout = MapLayout(region, needed: 10, wanted: 10, beside: 12)
    #expect(!layout.isBeside)
    #expect(layout.panel == region)
  }
}
