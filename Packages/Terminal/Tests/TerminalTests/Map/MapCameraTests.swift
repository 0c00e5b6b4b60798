import Testing

@testable import Terminal

struct MapCameraTests {
  private let whole = MapProjection(
    center: MapPoint(latitude: 0, longitude: 0), metersPerDot: 10, dotsWide: 100, dotsHigh: 100,
    dotAspect: 1)

  @Test func `The whole map is shown at first, and again with 0`() {
    var camera = MapCamera()
    #expect(camera.projection(from: whole) == whole)

    for key in [Key.character("+"), .up, .left, .character("0")] {
      let isTaken = camera.handle(key)
      #expect(isTaken)
    }

    #expect(camera.projection(from: whole) == whole)
    let isTaken = camera.handle(.enter)
    #expect(!isTaken)
  }

  @Test func `Keys and the wheel zoom around the middle, within limits`() {
    var camera = MapCamera()
    _ = camera.handle(.character("+"))
    #expect(abs(camera.projection(from: whole).metersPerDot - 10 / 1.5) < 1e-9)
    #expect(camera.projection(from: whole).center == whole.center)
    camera.handle(.wheelDown, size: TerminalSize())
    #expect(abs(camera.projection(from: whole).metersPerDot - 10) < 1e-9)

    for _ in 1...100 { camera.handle(.wheelUp, size: TerminalSize()) }

    #expect(camera.projection(from: whole).metersPerDot > 0.01)
  }

  @Test func `The map follows the mouse, and arrows move the view`() {
    var camera = MapCamera()
    camera.handle(.drag(columns: 20, rows: 0), size: TerminalSize(columns: 80, rows: 24))
    let dragged = camera.projection(from: whole).position(of: whole.center)
    #expect(abs(dragged.x - 49.5 - 25) < 0.01)

    camera = MapCamera()
    _ = camera.handle(.up)
    #expect(camera.projection(from: whole).center.latitude > 0)
  }
}
