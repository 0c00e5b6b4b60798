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
    return try GeoJSONFeatureReader(json: json, number: featureCount).read()
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
}
