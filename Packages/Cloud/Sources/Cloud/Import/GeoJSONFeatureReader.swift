import Core

/// Reads one feature of a collection. Source: RFC 7946, section 3.2.
struct GeoJSONFeatureReader {
  let json: JSONReader
  /// The feature's place in the collection, from 1.
  let number: Int

  func read() throws(PlaceImportError) -> Place {
    // Skips the blanks before the feature, so that the line is that of its beginning.
    _ = try json.peek()
    let line = json.reader.line
    var feature = Feature()
    try json.readObject { (member) throws(PlaceImportError) in
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
      throw json.reader.bad("feature \(number): \(error.reason)", line: line)
    }
  }

  private func readProperties(into feature: inout Feature) throws(PlaceImportError) {
    guard try json.peek() == UInt8(ascii: "{") else { return try json.skipValue() }
    try json.readObject { (member) throws(PlaceImportError) in
      switch member {
      case "name" where try json.peek() == UInt8(ascii: "\""):
        feature.name = Array(try json.readText().utf8)
      case "id": feature.propertyID = try readIdentifier()
      default: try json.skipValue()
      }
    }
  }

  /// Reads a text or a number; anything else is no identifier.
  private func readIdentifier() throws(PlaceImportError) -> [UInt8]? {
    guard let first = try json.peek() else { return nil }
    if first == UInt8(ascii: "\"") { return Array(try json.readText().utf8) }
    if "-0123456789".utf8.contains(first) { return try json.readNumber() }
    try json.skipValue()
    return nil
  }

  /// Reads the coordinates of a point, longitude first; `nil` for other geometries.
  private func readPoint() throws(PlaceImportError) -> [[UInt8]]? {
    guard try json.peek() == UInt8(ascii: "{") else {
      try json.skipValue()
      return nil
    }
    var isPoint = false
    var coordinates: [[UInt8]]?
    try json.readObject { (member) throws(PlaceImportError) in
      switch member {
      case "type" where try json.peek() == UInt8(ascii: "\""):
        isPoint = try json.readText() == "Point"
      case "coordinates": coordinates = try readCoordinates()
      default: try json.skipValue()
      }
    }
    return isPoint ? coordinates : nil
  }

  private func readCoordinates() throws(PlaceImportError) -> [[UInt8]]? {
    guard try json.takeIfPresent("[") else {
      try json.skipValue()
      return nil
    }
    var coordinates: [[UInt8]] = []
    if try json.takeIfPresent("]") { return coordinates }
    repeat {
      if try json.peek() == UInt8(ascii: "[") {
        try json.skipValue()
      } else if coordinates.count < 3 {
        coordinates.append(try json.readNumber())
      } else {
        try json.skipValue()
      }
    } while try json.takeIfPresent(",")
    try json.take("]")
    return coordinates
  }
}

/// What is known of a feature.
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
