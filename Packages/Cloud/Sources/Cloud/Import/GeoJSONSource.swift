import Core

/// Reads a feature collection of points with a `name` among their properties. Source: RFC 7946.
///
/// The identifier is the feature's `id` or, without one, that among the properties.
struct GeoJSONSource: PlaceSource {
  private enum Position {
    case before, betweenFeatures, after
  }

  private let json: JSONReader
  private var position = Position.before
  private var featureCount = 0
  private var isCollection: Bool?

  init(reader: ByteReader) {
    json = JSONReader(reader: reader)
  }

  mutating func next() throws(PlaceImportError) -> Place? {
    switch position {
    case .before:
      try json.take("{")
      guard try findFeatures() else { return try finish() }
    case .betweenFeatures:
      guard try json.takeIfPresent(",") else { return try leaveFeatures() }
    case .after: return nil
    }
    position = .betweenFeatures
    featureCount += 1
    return try readFeature()
  }

  /// Reads members up to the first feature; returns `false` when there is none.
  private mutating func findFeatures() throws(PlaceImportError) -> Bool {
    if try json.takeIfPresent("}") { return false }
    repeat {
      let name = try json.readText()
      try json.take(":")
      guard name == "features" else {
        try readMember(name)
        continue
      }
      try json.take("[")
      if try !json.takeIfPresent("]") { return true }
    } while try json.takeIfPresent(",")
    try json.take("}")
    return false
  }

  /// Reads what follows the features.
  private mutating func leaveFeatures() throws(PlaceImportError) -> Place? {
    try json.take("]")
    while try json.takeIfPresent(",") {
      let name = try json.readText()
      try json.take(":")
      guard name != "features" else { throw json.reader.bad("there are two lists of features") }
      try readMember(name)
    }
    try json.take("}")
    return try finish()
  }

  private mutating func readMember(_ name: String) throws(PlaceImportError) {
    guard name == "type", try json.peek() == UInt8(ascii: "\"") else {
      return try json.skipValue()
    }
    isCollection = try json.readText() == "FeatureCollection"
  }

  private mutating func finish() throws(PlaceImportError) -> Place? {
    guard try json.peek() == nil else {
      throw json.reader.bad("something follows the document")
    }
    guard isCollection == true else {
      throw json.reader.bad("the document is no FeatureCollection")
    }
    position = .after
    return nil
  }

  private func readFeature() throws(PlaceImportError) -> Place {
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
      throw json.reader.bad("feature \(featureCount): \(error.reason)", line: line)
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
