import Basics
import Core

/// Reads one feature of a collection. Source: RFC 7946, section 3.2.
struct GeoJSONFeatureReader {
  let reader: ByteReader
  let json: JSON.StreamReader
  /// The feature's place in the collection, from 1.
  let number: Int

  func read() throws -> Place {
    // Skips the blanks before the feature, so that the line is that of its beginning.
    _ = try json.nextKind()
    let line = json.line
    var feature = Feature()
    try json.beginObject()
    while let member = try json.nextMember() {
      switch member {
      case "id": feature.id = try readIdentifier()
      case "geometry": feature.coordinates = try readPoint()
      case "properties": try readProperties(into: &feature)
      default: try json.skipValue()
      }
    }
    do throws(PlaceFields.Problem) {
      return try feature.fields().place()
    } catch {
      throw reader.bad("feature \(number): \(error.reason)", line: line)
    }
  }

  private func readProperties(into feature: inout Feature) throws {
    guard try json.nextKind() == .object else { return try json.skipValue() }
    try json.beginObject()
    while let member = try json.nextMember() {
      switch member {
      case "name" where try json.nextKind() == .string:
        feature.name = Array(try json.readText().utf8)
      case "id": feature.propertyID = try readIdentifier()
      default: try json.skipValue()
      }
    }
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
    guard try json.nextKind() == .object else {
      try json.skipValue()
      return nil
    }
    var isPoint = false
    var coordinates: [[UInt8]]?
    try json.beginObject()
    while let member = try json.nextMember() {
      switch member {
      case "type" where try json.nextKind() == .string:
        isPoint = try json.readText() == "Point"
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

/// The fields of a feature that were read.
private struct Feature {
  var id: [UInt8]?
  var propertyID: [UInt8]?
  var name: [UInt8]?
  var coordinates: [[UInt8]]?

  func fields() throws(PlaceFields.Problem) -> PlaceFields {
    guard let coordinates, coordinates.count >= 2 else {
      throw PlaceFields.Problem(reason: "the geometry is no point")
    }
    guard let name else { throw PlaceFields.Problem(reason: "there is no name") }
    return PlaceFields(
      id: (id ?? propertyID).map { $0[...] }, name: name[...], latitude: coordinates[1][...],
      longitude: coordinates[0][...])
  }
}
