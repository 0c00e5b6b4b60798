import CloudDomain
import Core
import FoundationEssentials

/// The streets of a square of OSRM's map, which comes in pieces of two points in one direction each.
///
/// Sources: Mapbox, "Vector Tile Specification", version 2.1; OSRM, "HTTP API", Tile service.
struct OSRMTile {
  /// The most bytes and pieces that are looked at.
  static let (mostBytes, mostPieces) = (8 << 20, 200_000)
  /// How many points a square has from side to side.
  private static let extent = 4096
  /// The longest name that is shown, in bytes; no key that is looked at is as long.
  private static let longestName = 100
  /// The most streets that a square has: ten times as many as one of a large city.
  static let mostStreets = 20_000

  let streets: [MapTile.Street]

  /// A point of the square; a number, so that sets of them are fast.
  private struct Point: Hashable {
    let x, y: Int32

    var order: Int64 { Int64(x) << 32 | Int64(UInt32(bitPattern: y)) }
    var isInside: Bool { (0...Int32(extent)).contains(x) && (0...Int32(extent)).contains(y) }
  }

  /// Two points, whatever their order.
  private struct Ends: Hashable {
    let start, end: Point

    var length: Double {
      let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
      return (dx * dx + dy * dy).squareRoot()
    }

    static func == (a: Ends, b: Ends) -> Bool {
      a.start == b.start && a.end == b.end || a.start == b.end && a.end == b.start
    }

    func hash(into hasher: inout Hasher) { hasher.combine(start.hashValue ^ end.hashValue) }
  }

  private struct Piece {
    let ends: Ends
    let name: String
    /// In kilometers per hour.
    let speed: Double
  }

  private struct Group: Hashable {
    let name: String
    let kind: MapTile.StreetClass
  }

  /// Reads the streets that are drawn in a square; `nil` for what is no such document.
  init?(_ document: Data, at address: MapTileAddress) {
    guard document.count <= Self.mostBytes, let pieces = try? Self.pieces(in: Array(document)[...])
    else { return nil }
    let (northWest, southEast) = address.bounds
    let meters = northWest.distance(to: southEast) / 2.0.squareRoot()
    let kinds = Self.kinds(of: pieces, scale: meters / Double(Self.extent))
    let groups = Dictionary(grouping: pieces) { piece in
      Group(name: piece.name, kind: kinds[piece.name] ?? Self.kind(speed: piece.speed))
    }
    let shown = groups.filter { $0.key.kind.isShown(at: address.zoom) }
      .sorted { ($0.key.kind.rawValue, $0.key.name) < ($1.key.kind.rawValue, $1.key.name) }
    let streets = shown.flatMap { group, pieces in
      Self.lines(of: pieces.map(\.ends)).map { line in
        let points = line.map { point in
          address.location(
            column: Double(point.x) / Double(Self.extent),
            row: Double(point.y) / Double(Self.extent))
        }
        return MapTile.Street(
          kind: group.kind, name: group.name.isEmpty ? nil : group.name,
          line: MapLine(PathSimplification.simplify(points, tolerance: address.tolerance)))
      }
    }
    guard streets.count <= Self.mostStreets else { return nil }
    self.streets = streets
  }

  // MARK: - Classes

  /// The class of each name: the engine knows speeds only, and towns slow main roads down. The scale
  /// is in meters for each point.
  private static func kinds(of pieces: [Piece], scale: Double) -> [String: MapTile.StreetClass] {
    Dictionary(grouping: pieces.filter { !$0.name.isEmpty }, by: \.name).mapValues { pieces in
      let length = pieces.reduce(0) { $0 + $1.ends.length }
      // The speed on half of the length: those of short pieces are far from exact.
      var rest = length / 2
      let middle = pieces.sorted { $0.speed < $1.speed }.first { piece in
        rest -= piece.ends.length
        return rest <= 0
      }
      let speed = middle?.speed ?? 0
      let kind = kind(speed: speed)
      return kind == .collector && speed >= 40 && length * scale >= 2000 ? .major : kind
    }
  }

  /// The profile for cars drives 65 km/h on a primary road without a limit.
  private static func kind(speed: Double) -> MapTile.StreetClass {
    speed >= 75 ? .motorway : speed >= 45 ? .major : speed >= 30 ? .collector : .local
  }

  // MARK: - Lines

  /// Joins pieces to lines, which end where other than two pieces meet.
  private static func lines(of pieces: [Ends]) -> [[Point]] {
    var neighbors: [Point: [Point]] = [:]
    for piece in pieces {
      neighbors[piece.start, default: []].append(piece.end)
      neighbors[piece.end, default: []].append(piece.start)
    }
    var used: Set<Ends> = []
    func line(from start: Point, to second: Point) -> [Point]? {
      guard used.insert(Ends(start: start, end: second)).inserted else { return nil }
      var line = [start, second]
      // Simplification takes time that grows with the square of the length.
      while line.count < 1000, let last = line.last, let next = neighbors[last], next.count == 2,
        let step = next.first(where: { used.insert(Ends(start: last, end: $0)).inserted })
      {
        line.append(step)
      }
      return line
    }
    // A line begins at an end; what is left then is closed.
    let ends = neighbors.keys.filter { neighbors[$0]?.count != 2 }.sorted { $0.order < $1.order }
    let lines = ends.flatMap { start in
      (neighbors[start] ?? []).compactMap { line(from: start, to: $0) }
    }
    return lines + pieces.compactMap { line(from: $0.start, to: $0.end) }
  }

  // MARK: - The document

  private static func pieces(in document: ArraySlice<UInt8>) throws -> [Piece] {
    var tile = ProtobufReader(document)
    while let (field, value) = try tile.next() {
      guard field == 3, case .bytes(let bytes) = value else { continue }
      if let pieces = try Layer(bytes)?.pieces { return pieces }
    }
    return []
  }

  /// The layer of the pieces of streets.
  private struct Layer {
    private var features: [ArraySlice<UInt8>] = []
    private var keys: [String] = []
    private var values: [(text: String, number: Double)] = []

    /// Reads a layer; `nil` for another one.
    init?(_ message: ArraySlice<UInt8>) throws {
      var isFound = false
      var reader = ProtobufReader(message)
      while let (field, value) = try reader.next() {
        switch (field, value) {
        case (1, .bytes(let name)): isFound = String(decoding: name, as: UTF8.self) == "speeds"
        case (2, .bytes(let feature)): features.append(feature)
        case (3, .bytes(let key)):
          keys.append(String(decoding: key.prefix(longestName), as: UTF8.self))
        case (4, .bytes(let value)): values.append(try Self.value(value))
        default: break
        }
      }
      guard isFound else { return nil }
      guard features.count <= mostPieces else { throw ProtobufReader.MessageError() }
    }

    private static func value(
      _ message: ArraySlice<UInt8>
    ) throws -> (text: String, number: Double) {
      var reader = ProtobufReader(message)
      guard let (field, value) = try reader.next() else { throw ProtobufReader.MessageError() }
      switch (field, value) {
      case (1, .bytes(let text)):
        let name = String(decoding: text.prefix(longestName + 1), as: UTF8.self)
        return (text.count > longestName || name.containsInvisibleScalars ? "" : name, 0)
      case (2, .fixed(let bits, 4)): return ("", Double(Float(bitPattern: UInt32(bits))))
      case (3, .fixed(let bits, 8)): return ("", Double(bitPattern: bits))
      case (6, .number(let number)): return ("", Double(signed(number)))
      case (_, .number(let number)): return ("", Double(Int64(bitPattern: number)))
      default: throw ProtobufReader.MessageError()
      }
    }

    /// The pieces on which cars drive from place to place; each once, whatever its direction.
    var pieces: [Piece] {
      get throws {
        var known: Set<Ends> = []
        return try features.compactMap { feature in
          let piece = try piece(feature)
          return piece.flatMap { known.insert($0.ends).inserted ? $0 : nil }
        }
      }
    }

    private func piece(_ feature: ArraySlice<UInt8>) throws -> Piece? {
      var tags: [String: (text: String, number: Double)] = [:]
      var ends: [Point] = []
      var reader = ProtobufReader(feature)
      while let (field, value) = try reader.next() {
        guard case .bytes(let bytes) = value else { continue }
        var list = ProtobufReader(bytes)
        if field == 2 {
          while let key = try list.nextNumber(), let value = try list.nextNumber() {
            guard key < keys.count, value < values.count
            else { throw ProtobufReader.MessageError() }
            tags[keys[Int(key)]] = values[Int(value)]
          }
        } else if field == 4 {
          ends = try Self.ends(&list)
        }
      }
      let speed = tags["speed"]?.number ?? 0
      // Islands without a way to other streets, and yards, where cars are slower than the road allows.
      let isYard = (tags["rate"]?.number).map { $0 < 0.8 * speed / 36 } ?? false
      guard ends.count == 2, ends[0] != ends[1], ends.contains(where: \.isInside), speed > 0,
        tags["is_small"]?.number ?? 0 == 0, !isYard
      else { return nil }
      return Piece(
        ends: Ends(start: ends[0], end: ends[1]), name: tags["name"]?.text ?? "", speed: speed)
    }

    /// The two points of a line: a move, and a line to the second one.
    private static func ends(_ geometry: inout ProtobufReader) throws -> [Point] {
      let range = Int64(-1 << 14)...1 << 14
      var ends: [Point] = []
      var last = Point(x: 0, y: 0)
      while let command = try geometry.nextNumber() {
        guard command == 9 || command == 10, ends.count < 2, let dx = try geometry.nextNumber(),
          let dy = try geometry.nextNumber()
        else { throw ProtobufReader.MessageError() }
        let (x, y) = (Int64(last.x) &+ signed(dx), Int64(last.y) &+ signed(dy))
        // Pieces that leave the square are cut by the engine a little outside.
        guard range.contains(x), range.contains(y) else { throw ProtobufReader.MessageError() }
        last = Point(x: Int32(x), y: Int32(y))
        ends.append(last)
      }
      return ends
    }

    private static func signed(_ number: UInt64) -> Int64 {
      Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
  }
}
