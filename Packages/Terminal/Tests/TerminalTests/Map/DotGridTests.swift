import Testing

@testable import Terminal

struct DotGridTests {
  @Test(arguments: [
    ((0.0, 0.0), (3.0, 3.0), ["#...", ".#..", "..#.", "...#"]),
    ((-10, 1), (10, 1), ["....", "####", "....", "...."]),
    ((2, 9), (2, -9), ["..#.", "..#.", "..#.", "..#."]),
    ((1, 1), (1, 1), ["....", ".#..", "....", "...."]),
    ((-9, 0), (-1, 3), ["....", "....", "....", "...."]),
    ((0, 0), (.nan, 3), ["....", "....", "....", "...."]),
    ((-1e9, 2), (1e9, 2), ["....", "....", "####", "...."]),
  ])
  func `A line is drawn as far as it is on the grid`(
    a: (Double, Double), b: (Double, Double), picture: [String]
  ) {
    var grid = DotGrid(wide: 4, high: 4)

    grid.line([a, b], DotGrid.Pen(layer: .route))

    #expect(drawn(grid) == picture)
  }

  @Test func `The route hides the streets and not the other way around`() {
    var grid = DotGrid(wide: 4, high: 1)
    grid.line([(0, 0), (1, 0)], DotGrid.Pen(layer: .route))
    grid.line([(0, 0), (3, 0)], DotGrid.Pen(layer: .local))

    #expect(drawn(grid) == ["##ss"])
  }

  @Test func `Dashes go on around the corners of a line`() {
    var grid = DotGrid(wide: 8, high: 5)
    grid.line([(0, 0), (7, 0), (7, 4)], DotGrid.Pen(layer: .approach, dash: (4, 2)))

    #expect(drawn(grid) == ["+++..+++", "........", "........", ".......+", ".......+"])
  }

  @Test func `A wide line has two dots beside each other`() {
    var grid = DotGrid(wide: 4, high: 4)
    grid.line([(0, 0), (3, 0)], DotGrid.Pen(layer: .route, isWide: true))
    grid.line([(0, 0), (0, 3)], DotGrid.Pen(layer: .route, isWide: true))

    #expect(drawn(grid) == ["####", "####", "##..", "##.."])
  }

  @Test(arguments: [
    ((0.0, 4.0), (9.0, 4.0), "-"), ((4, 0), (4, 9), "|"), ((3, 0), (5, 9), "|"),
    ((0, 2), (8, 6), "\\"), ((0, 6), (8, 2), "/"),
  ])
  func `Plain characters follow the direction of a line, in cells twice as high as wide`(
    a: (Double, Double), b: (Double, Double), stroke: Character
  ) {
    var grid = DotGrid(wide: 10, high: 10)
    grid.line([a, b], DotGrid.Pen(layer: .local))
    let cell = (x: 4, y: 4)

    #expect(Character(Unicode.Scalar(grid.stroke(cell.x, cell.y))) == stroke)
    grid.line([(0, Double(cell.y)), (9, Double(cell.y))], DotGrid.Pen(layer: .local))
    grid.line([(Double(cell.x), 0), (Double(cell.x), 9)], DotGrid.Pen(layer: .local))
    #expect(Character(Unicode.Scalar(grid.stroke(cell.x, cell.y))) == "+")
  }

  private func drawn(_ grid: DotGrid) -> [String] {
    (0..<grid.high).map { y in
      (0..<grid.wide).map { x in
        switch grid[x, y] {
        case .empty: "."
        case .coast, .local, .collector, .major, .motorway: "s"
        case .approach: "+"
        case .route: "#"
        }
      }.joined()
    }
  }
}
