import Basics
import Core
import FoundationEssentials
import Testing

@testable import CloudRoutes

struct OSRMTileTests {
  private static let square = MapTileAddress(zoom: 14, x: 8626, y: 5757)

  /// A piece of a street as OSRM writes it.
  private struct Piece {
    var from: (Int, Int)
    var to: (Int, Int)
    var name = "Landstrasse"
    var speed: UInt64 = 50
    /// A tenth of meters per second.
    var rate = 13.9
    var isSmall = false
  }

  private static func tile(_ pieces: [Piece], layer: String = "speeds") -> Data {
    let keys = ["speed", "name", "is_small", "rate"]
    var values: [[UInt8]] = []
    var body = field(15, 2) + field(1, layer.utf8)
    for piece in pieces {
      let first = UInt64(values.count)
      values += [
        field(5, piece.speed), field(1, piece.name.utf8), field(7, piece.isSmall ? 1 : 0),
        [0x19] + bytes(piece.rate.bitPattern),
      ]
      let tags = (0..<4).flatMap { number($0) + number(first + $0) }
      let (dx, dy) = (piece.to.0 - piece.from.0, piece.to.1 - piece.from.1)
      let line =
        number(9) + signed(piece.from.0) + signed(piece.from.1) + number(10) + signed(dx)
        + signed(dy)
      body += field(2, field(2, tags) + field(3, 2) + field(4, line))
    }
    for key in keys { body += field(3, key.utf8) }
    for value in values { body += field(4, value) }
    return Data(field(3, body))
  }

  private static func bytes(_ bits: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
  }

  private static func number(_ value: UInt64) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + number(value >> 7)
  }

  private static func signed(_ value: Int) -> [UInt8] {
    number(UInt64(bitPattern: Int64(value << 1 ^ value >> 63)))
  }

  private static func field(_ name: UInt64, _ value: UInt64) -> [UInt8] {
    number(name << 3) + number(value)
  }

  private static func field(_ name: UInt64, _ content: some Collection<UInt8>) -> [UInt8] {
    number(name << 3 | 2) + number(UInt64(content.count)) + content
  }

  private static func streets(_ pieces: [Piece]) throws -> [MapTile.Street] {
    try #require(OSRMTile(tile(pieces), at: square)).streets
  }

  @Test func `Both directions of three pieces are one line`() throws {
    let way = [(100, 100), (200, 100), (300, 400), (300, 900)]
    let pieces = zip(way, way.dropFirst()).flatMap { a, b in
      [Piece(from: a, to: b), Piece(from: b, to: a)]
    }

    let streets = try Self.streets(pieces.reversed())

    #expect(streets.count == 1)
    let points = streets[0].line.points
    let expected = way.map {
      Self.square.location(column: Double($0.0) / 4096, row: Double($0.1) / 4096)
    }
    #expect(streets[0].name == "Landstrasse")
    #expect(points.count == 4)
    let forward = zip(points, expected).allSatisfy { $0.distance(to: $1) < 0.5 }
    let backward = zip(points, expected.reversed()).allSatisfy { $0.distance(to: $1) < 0.5 }
    #expect(forward || backward)
  }

  @Test func `A ring and a crossing keep all their pieces`() throws {
    let ring = [(100, 100), (900, 100), (900, 900), (100, 900), (100, 100)]
    let cross = [((2000, 1000), (2000, 2000)), ((2000, 2000), (2000, 3000))]
    let across = [((1000, 2000), (2000, 2000)), ((2000, 2000), (3000, 2000))]

    let closed = try Self.streets(zip(ring, ring.dropFirst()).map { Piece(from: $0, to: $1) })
    let crossing = try Self.streets((cross + across).map { Piece(from: $0.0, to: $0.1) })

    #expect(closed.map(\.line.points.count) == [5])
    #expect(crossing.map(\.line.points.count) == [2, 2, 2, 2])
  }

  @Test(arguments: [
    (100, 500, MapTile.StreetClass.motorway), (75, 500, .motorway), (65, 500, .major),
    (74, 500, .major), (50, 500, .major), (40, 500, .collector),
    // Eleven hundred points are less than 500 m here, four thousand are more than a kilometer.
    (40, 3900, .collector), (20, 3900, .local),
  ])
  func `The speed of a name is its class`(
    speed: UInt64, length: Int, kind: MapTile.StreetClass
  ) throws {
    let streets = try Self.streets([
      Piece(from: (50, 50), to: (50 + length, 50), speed: speed, rate: Double(speed) / 36)
    ])

    #expect(streets.map(\.kind) == [kind])
  }

  @Test func `Short pieces do not decide about the class of a name`() throws {
    let slow = Piece(from: (50, 50), to: (3950, 50), speed: 65, rate: 18)
    let fast = (0..<30).map { Piece(from: ($0, 90), to: ($0, 95), speed: 92, rate: 25.5) }

    #expect(Set(try Self.streets([slow] + fast).map(\.kind)) == [.major])
  }

  @Test func `A main road that a town slows down stays one`() throws {
    let way = (0..<30).map { (($0 % 2) * 3900 + 50, $0 * 120) }

    let streets = try Self.streets(
      zip(way, way.dropFirst()).map { Piece(from: $0, to: $1, speed: 40, rate: 11.1) })

    #expect(Set(streets.map(\.kind)) == [.major])
  }

  @Test func `Yards, islands and what lies outside are left out`() throws {
    let streets = try Self.streets([
      Piece(from: (0, 0), to: (9, 9), rate: 0.5), Piece(from: (0, 0), to: (9, 9), isSmall: true),
      Piece(from: (-99, -99), to: (-50, -50)), Piece(from: (5, 5), to: (5, 5)),
      Piece(from: (0, 0), to: (9, 9), speed: 0),
    ])

    #expect(streets.isEmpty)
    #expect(
      OSRMTile(Self.tile([Piece(from: (0, 0), to: (9, 9))], layer: "turns"), at: Self.square)?
        .streets.isEmpty == true)
    #expect(OSRMTile(Data(), at: Self.square)?.streets.isEmpty == true)
  }

  @Test func `Names of a thousand letters are none`() throws {
    let streets = try Self.streets([
      Piece(from: (0, 0), to: (999, 9), name: String(repeating: "x", count: 1000))
    ])

    #expect(streets.map(\.name) == [nil])
  }

  @Test func `A tile that ends anywhere, or has other bytes, is read or refused`() {
    let way = (0..<20).map { ($0 * 100, $0 * $0 * 5) }
    let whole = Self.tile(zip(way, way.dropFirst()).map { Piece(from: $0, to: $1) })
    var refused = 0
    for length in 0..<whole.count where OSRMTile(whole.prefix(length), at: Self.square) == nil {
      refused += 1
    }
    #expect(refused > whole.count / 2)
    var numbers = SplitMix64(3)
    for _ in 0..<3000 {
      var damaged = whole
      for _ in 0...numbers.next(below: 4) {
        damaged[Int(numbers.next(below: whole.count))] = UInt8(numbers.next(below: 256))
      }
      for street in OSRMTile(damaged, at: Self.square)?.streets ?? [] {
        #expect(street.line.points.count > 1)
      }
    }
  }

  @Test func `Points at the end of the numbers are refused`() {
    let command = Self.number(9)
    for step in [UInt64.max, UInt64.max - 1, 1 << 63, 1 << 20] {
      for line in [
        command + Self.number(step) + Self.number(0), command + Self.number(0) + Self.number(step),
      ] {
        let layer =
          Self.field(1, "speeds".utf8) + Self.field(2, Self.field(2, [0, 0]) + Self.field(4, line))
          + Self.field(3, "speed".utf8) + Self.field(4, Self.field(5, 50))
        #expect(OSRMTile(Data(Self.field(3, layer)), at: Self.square) == nil)
      }
    }
  }

  @Test func `Ten thousand streets from one point are read in time`() throws {
    // Reading all of them for each of them would take minutes.
    let pieces = (1...10_000).map { Piece(from: (1, 1), to: (2 + $0 % 4000, 2 + $0 / 4000)) }

    #expect(try Self.streets(pieces).count == 10_000)
    let more = (1...30_000).map { Piece(from: (1, 1), to: (2 + $0 % 4000, 2 + $0 / 4000)) }
    #expect(OSRMTile(Self.tile(more), at: Self.square) == nil)
  }

  @Test(arguments: ["\u{1B}[2J", "a\nb", "\u{202E}abc", "\u{9B}2J"])
  func `Names that could do harm are none`(name: String) throws {
    let streets = try Self.streets([Piece(from: (0, 0), to: (999, 9), name: name)])

    #expect(streets.map(\.name) == [nil])
  }

  @Test func `A tile of more pieces than a city has is refused`() {
    let piece = [UInt8](Self.tile([Piece(from: (0, 0), to: (9, 9))]))
    #expect(OSRMTile(Data(count: OSRMTile.mostBytes + 1), at: Self.square) == nil)
    let features = (0...OSRMTile.mostPieces).reduce(into: [UInt8]()) { bytes, _ in
      bytes += [0x12, 0]
    }
    #expect(
      OSRMTile(Data(Self.field(3, Self.field(1, "speeds".utf8) + features)), at: Self.square) == nil
    )
    #expect(OSRMTile(Data(piece), at: Self.square) != nil)
  }
}
