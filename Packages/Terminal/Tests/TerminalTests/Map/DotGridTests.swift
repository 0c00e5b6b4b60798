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

    grid.line(from: (a.0, a.1), to: (b.0, b.1), .route)

    #expect(drawn(grid) == picture)
  }

  @Test func `The route hides the streets and not the other way around`() {
    var grid = DotGrid(wide: 4, high: 1)
    grid.line(from: (0, 0), to: (3, 0), .route, every: 3)
    grid.line(from: (0, 0), to: (3, 0), .street)

    #expect(drawn(grid) == ["#..#".replacing(".", with: "s")])
  }

  private func drawn(_ grid: DotGrid) -> [String] {
    (0..<grid.high).map { y in
      (0..<grid.wide).map { x in
        switch grid[x, y] {
        case .empty: "."
        case .street: "s"
        case .approach: "+"
        case .route: "#"
        }
      }.joined()
    }
  }
}
