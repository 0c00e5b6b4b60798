import Basics
import CloudDomain
import CloudStore
import Core
import Glibc

/// An extract of OpenStreetMap, made readable by osmium: of all that it has, what riders name and what
/// their maps show, one GeoJSON feature in a line.
final class OSMExtract {
  /// What is taken, beside the classes of places. Source: OpenStreetMap wiki, "Map features".
  private static let expressions = [
    "w/highway=motorway,trunk,primary,secondary,tertiary,unclassified,residential,living_street",
    "w/highway=pedestrian", "wr/natural=water", "wr/waterway=riverbank", "w/natural=coastline",
    "wr/leisure=park,garden", "wr/landuse=reservoir,recreation_ground",
  ]

  /// The path of the file with the features.
  let features: String
  private let path: String
  private let folder: TemporaryFolder

  /// Reads an extract; blocks until osmium has ended.
  init(_ path: String) throws(PlaceImportError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .file(FileError(errorNumber: errno, path: path)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .badExtract(
        path: path, reason: "it has to be a file, which osmium reads several times.")
    }
    folder = try Result { () throws(FileError) in try TemporaryFolder() }
      .mapError { PlaceImportError.database(.file($0)) }.get()
    self.path = path
    features = folder.path(of: "features")
    // What begins with a dash would be an option of osmium's.
    let file = path.hasPrefix("-") ? "./\(path)" : path
    // osmium knows the suffixes in small letters alone.
    let isKnown = PlaceFileFormat.osmSuffixes.contains(where: path.hasSuffix)
    let input = [file] + (isKnown ? [] : ["--input-format", "pbf"])
    do {
      try export(input)
    } catch .badExtract(_, let reason) where reason.contains("order") {
      // Overpass, for example, writes ways before nodes.
      let sorted = folder.path(of: "sorted.osm.pbf")
      try run(["sort", "--no-progress", "--strategy", "multipass", "-o", sorted] + input)
      try export([sorted])
    }
  }

  private func export(_ input: [String]) throws(PlaceImportError) {
    let filtered = folder.path(of: "filtered.osm.pbf")
    let classes = OSMFeature.classes.map { "\($0 == "place" ? "n" : "nwr")/\($0)=\($1)" }
    try run(
      ["tags-filter", "--no-progress", "--remove-tags", "-O", "-o", filtered] + input + classes
        + Self.expressions)
    try run([
      "export", "--no-progress", "--add-unique-id=type_id", "-f", "geojsonseq", "-x",
      "print_record_separator=false", "-O", "-o", features, filtered,
    ])
  }

  private func run(_ arguments: [String]) throws(PlaceImportError) {
    let outcome = try Result { () throws(SubprocessError) in
      try Subprocess.run("osmium", arguments)
    }.mapError(PlaceImportError.noOsmium).get()
    switch outcome.status {
    case .exited(0): return
    case .signaled(SIGINT), .signaled(SIGTERM): throw .cancelled(path: path)
    case .exited, .signaled:
      let lines = outcome.errorText.split(whereSeparator: \.isNewline)
      throw .badExtract(
        path: path, reason: lines.isEmpty ? "it said nothing." : lines.joined(separator: " "))
    }
  }
}

/// Reads the features of an extract: places are returned, what only maps show is written beside them.
struct OSMSource: PlaceSource {
  /// In bytes; a lake with a million corners has 30 MB.
  private static let longestLine = 128 << 20
  /// How many features of the map one transaction writes.
  private static let batch = 500
  /// The smallest area that a map shows, from side to side, in degrees: about 40 m.
  private static let smallest = 0.0004

  private(set) var builder: PlaceBuilder
  private let store: SQLStore
  private var text: [UInt8] = []
  private var pending: [MapFeature] = []
  /// The streets that were returned: each has many ways, and is one place in a square of the map.
  private var streets: Set<String> = []

  init(_ builder: PlaceBuilder, store: SQLStore) { (self.builder, self.store) = (builder, store) }

  mutating func next() throws(PlaceImportError) -> ImportedPlace? {
    let reader = builder.reader
    while true {
      let line = reader.line
      guard try reader.readLine(into: &text, limit: Self.longestLine) else {
        try writePending()
        return nil
      }
      guard !text.isEmpty else { continue }
      let options = JSON.ReadingOptions(maximumByteCount: Self.longestLine)
      guard let json = try? JSON(parsing: text, options: options), let feature = OSMFeature(json)
      else { throw reader.bad("osmium wrote what is no feature", line: line) }
      pending += mapFeatures(feature)
      if pending.count >= Self.batch { try writePending() }
      if let place = place(feature) { return place }
    }
  }

  private mutating func writePending() throws(PlaceImportError) {
    do throws(StoreError) {
      try store.write(pending)
      pending = []
    } catch {
      throw .database(error)
    }
  }

  /// Returns the place of a feature; `nil` for one that riders do not name, or whose name is none.
  private mutating func place(_ feature: OSMFeature) -> ImportedPlace? {
    guard let kind = feature.placeClass, let name = feature.name, let location = feature.center
    else { return nil }
    var id = feature.id
    if feature.isStreet {
      let square = MapTileAddress(containing: location, zoom: MapFeature.zoom)
      let key = Digest.hash(Array("\(name)\n\(square.x)\n\(square.y)".utf8)).prefix(16)
      id = "street-\(Hexadecimal.encode(key))"
      guard streets.insert(id).inserted else { return nil }
    }
    let fields = PlaceFields(
      id: Array(id.utf8)[...], name: Array(name.utf8)[...],
      otherNames: feature.otherNames.map { ($0, Array($1.utf8)[...]) },
      latitude: Array("\(location.latitude)".utf8)[...],
      longitude: Array("\(location.longitude)".utf8)[...])
    let place = try? builder.place(fields, line: builder.reader.line)
    if place != nil { builder.classes[kind, default: 0] += 1 }
    return place
  }

  /// Returns what maps show of a feature, in each square that it touches.
  private func mapFeatures(_ feature: OSMFeature) -> [MapFeature] {
    var found: [MapFeature] = []
    if let kind = feature.kind, let name = feature.name, let center = feature.center {
      let square = MapTileAddress(containing: center, zoom: MapFeature.zoom)
      let place = MapTile.Place(kind: kind, name: String(name.prefix(80)), location: center)
      found.append(MapFeature(square: square, id: "\(feature.id)-name", place: place))
    }
    guard let kind = feature.area, let (southWest, northEast) = feature.bounds,
      max(northEast.latitude - southWest.latitude, northEast.longitude - southWest.longitude)
        > Self.smallest
    else { return found }
    let rings = feature.lines.map { PathSimplification.simplify($0, tolerance: 2) }
    let area = MapTile.Area(kind: kind, rings: rings.map(MapLine.init))
    let first = MapTileAddress(
      containing: Location(nearestTo: northEast.latitude, southWest.longitude),
      zoom: MapFeature.zoom)
    let last = MapTileAddress(
      containing: Location(nearestTo: southWest.latitude, northEast.longitude),
      zoom: MapFeature.zoom)
    // A lake of a thousand kilometers would be in tens of thousands of squares.
    guard last.x - first.x < 100, last.y - first.y < 100 else { return found }
    for x in first.x...last.x {
      let top = MapTileAddress(zoom: MapFeature.zoom, x: x, y: first.y)
      let bottom = MapTileAddress(zoom: MapFeature.zoom, x: x, y: last.y)
      guard let column = MapBounds(from: top, to: bottom).clip(area, tolerance: 0) else { continue }
      for y in first.y...last.y {
        let square = MapTileAddress(zoom: MapFeature.zoom, x: x, y: y)
        if let part = MapBounds(square).clip(column, tolerance: 0) {
          found.append(MapFeature(square: square, id: feature.id, area: part))
        }
      }
    }
    return found
  }
}
