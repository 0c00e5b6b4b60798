import Basics
import Core
import Testing

struct PolylineTests {
  /// The example of the format's description.
  private static let example = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
  private static let points = [
    Location(nearestTo: 38.5, -120.2), Location(nearestTo: 40.7, -120.95),
    Location(nearestTo: 43.252, -126.453),
  ]

  @Test func `The example of the format is read and written`() {
    #expect(Polyline.encode(Self.points) == Self.example)
    #expect(Polyline.decode(Array(Self.example.utf8)[...], atMost: 3) == Self.points)
    #expect(Polyline.decode(Array("".utf8)[...], atMost: 0) == [])
    #expect(Polyline.encode([]) == "")
  }

  @Test func `More digits make the same numbers smaller`() {
    let first = Polyline.decode(Array(Self.example.utf8)[...], digits: 6, atMost: 3)?.first

    #expect(first == Location(nearestTo: 3.85, -12.02))
  }

  @Test func `Every line on the globe comes back within a meter`() throws {
    var numbers = SplitMix64(1)
    for _ in 0..<100 {
      let line = (0..<20).map { _ in
        Location(
          nearestTo: 180 * numbers.nextPart() - 90, 360 * numbers.nextPart() - 180)
      }
      let read = try #require(Polyline.decode(Array(Polyline.encode(line).utf8)[...], atMost: 20))
      #expect(zip(line, read).allSatisfy { $0.distance(to: $1) < 1 })
    }
  }

  @Test(arguments: [
    "_", "_p~iF", "_p~iF~ps|", "\u{1B}[2J", "~~~~~~~~~~~~~~", "ÿÿ", "_p~iF~ps|U ", "????????@",
  ])
  func `What is no line is none`(text: String) {
    #expect(Polyline.decode(Array(text.utf8)[...], atMost: 4) == nil)
  }

  @Test func `A line with more points than are wanted is none`() {
    #expect(Polyline.decode(Array(Self.example.utf8)[...], atMost: 2) == nil)
  }
}
