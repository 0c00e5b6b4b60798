import Basics
import Core

/// Reads a feature collection of points with a `name` among their properties. Source: RFC 7946.
///
/// The identifier is the feature's `id` or, without one, that among the properties.
struct GeoJSONSource: PlaceSource {
  private enum Position {
    case before, betweenFeatures, after
  }

  private let reader: ByteReader
  private let json: JSON.StreamReader
  private var position = Position.before
  private var featureCount = 0
  private var isCollection: Bool?

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
    switch position {
    case .before:
      try json.beginObject()
      guard try findFeatures() else { return nil }
      position = .betweenFeatures
    case .betweenFeatures: break
    case .after: return nil
    }
    guard try json.nextElement() else {
      try readRest()
      return nil
    }
    featureCount += 1
    return try GeoJSONFeatureReader(reader: reader, json: json, number: featureCount).read()
  }

  /// Reads members up to the beginning of the features; returns `false` when there are none.
  private mutating func findFeatures() throws -> Bool {
    while let name = try json.nextMember() {
      if name == "features" {
        try json.beginArray()
        return true
      }
      try readMember(name)
    }
    try finish()
    return false
  }

  /// Reads what follows the features.
  private mutating func readRest() throws {
    while let name = try json.nextMember() {
      guard name != "features" else { throw json.error("there are two lists of features") }
      try readMember(name)
    }
    try finish()
  }

  private mutating func readMember(_ name: String) throws {
    guard name == "type", try json.nextKind() == .string else { return try json.skipValue() }
    isCollection = try json.readText() == "FeatureCollection"
  }

  private mutating func finish() throws {
    try json.finish()
    guard isCollection == true else { throw json.error("the document is no FeatureCollection") }
    position = .after
  }
}
