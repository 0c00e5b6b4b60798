import Basics
import Core

/// Reads a feature collection of points with a `name` among their properties; the identifier is the
/// feature's `id` or, without one, that among the properties. Source: RFC 7946.
struct GeoJSONSource: PlaceSource {
  private enum Position { case before, betweenFeatures, after }

  private let reader: ByteReader
  private let json: JSON.StreamReader
  private var position = Position.before
  private var featureCount = 0
  private var isCollection = false

  init(reader: ByteReader) {
    self.reader = reader
    json = JSON.StreamReader { try reader.nextChunk() }
  }

  mutating func next() throws(PlaceImportError) -> Place? {
    do {
      return try nextFeature()
    } catch let error as PlaceImportError {
      throw error
    } catch let error as JSON.ParseError {
      throw reader.bad(error.problem, line: error.line)
    } catch {
      throw reader.bad("\(error)", line: json.line)
    }
  }

  private mutating func nextFeature() throws -> Place? {
    if position == .before {
      try json.beginObject()
      try readMembers()
    }
    guard position == .betweenFeatures else { return nil }
    guard try json.nextElement() else {
      try readMembers()
      return nil
    }
    featureCount += 1
    return try readFeature()
  }

  /// Reads members up to the beginning of the features, or to the end when no features follow.
  private mutating func readMembers() throws {
    while let name = try json.nextMember() {
      switch name {
      case "features":
        guard position == .before else { throw json.error("there are two lists of features") }
        position = .betweenFeatures
        return try json.beginArray()
      case "type" where try json.nextKind() == .string:
        isCollection = try json.readText() == "FeatureCollection"
      default: try json.skipValue()
      }
    }
    try json.finish()
    guard isCollection else { throw json.error("the document is no FeatureCollection") }
    position = .after
  }
}

/// Features. Source: RFC 7946, section 3.2.
extension GeoJSONSource {
  private func readFeature() throws -> Place {
    // Skips the blanks before the feature, so that the line is that of its beginning.
    _ = try json.nextKind()
    let line = json.line
    var id: [UInt8]?
    var propertyID: [UInt8]?
    var name: [UInt8]?
    var coordinates: [[UInt8]]?
    try json.beginObject()
    while let member = try json.nextMember() {
      switch member {
      case "id": id = try readIdentifier()
      case "geometry": coordinates = try readPoint()
      case "properties":
        try readObject { property in
          switch property {
          case "name" where try json.nextKind() == .string: name = Array(try json.readText().utf8)
          case "id": propertyID = try readIdentifier()
          default: try json.skipValue()
          }
        }
      default: try json.skipValue()
      }
    }
    let prefix = "feature \(featureCount): "
    guard let coordinates, coordinates.count >= 2
    else { throw reader.bad("\(prefix)the geometry is no point", line: line) }
    guard let name else { throw reader.bad("\(prefix)there is no name", line: line) }
    let fields = PlaceFields(
      id: (id ?? propertyID).map { $0[...] }, name: name[...], latitude: coordinates[1][...],
      longitude: coordinates[0][...])
    return try fields.place(in: reader, line: line, prefix: prefix)
  }

  /// Calls a body that reads the value of each member; skips a value that is no object.
  private func readObject(_ readMember: (_ name: String) throws -> Void) throws {
    guard try json.nextKind() == .object else { return try json.skipValue() }
    try json.beginObject()
    while let name = try json.nextMember() { try readMember(name) }
  }

  /// Reads a text or a number; anything else is no identifier.
  private func readIdentifier() throws -> [UInt8]? {
    switch try json.nextKind() {
    case .string: return Array(try json.readText().utf8)
    case .number: return try json.readNumberText()
    default:
      try json.skipValue()
      return nil
    }
  }

  /// Reads the coordinates of a point, longitude first; `nil` for other geometries.
  private func readPoint() throws -> [[UInt8]]? {
    var isPoint = false
    var coordinates: [[UInt8]]?
    try readObject { member in
      switch member {
      case "type" where try json.nextKind() == .string: isPoint = try json.readText() == "Point"
      case "coordinates": coordinates = try readCoordinates()
      default: try json.skipValue()
      }
    }
    return isPoint ? coordinates : nil
  }

  private func readCoordinates() throws -> [[UInt8]]? {
    guard try json.nextKind() == .array else {
      try json.skipValue()
      return nil
    }
    var coordinates: [[UInt8]] = []
    try json.beginArray()
    while try json.nextElement() {
      if try json.nextKind() == .array || coordinates.count == 3 {
        try json.skipValue()
      } else {
        coordinates.append(try json.readNumberText())
      }
    }
    return coordinates
  }
}
