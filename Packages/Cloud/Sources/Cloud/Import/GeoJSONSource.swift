import Basics
import CloudStore
import Core

/// Reads a feature collection with a `name` among the properties; the identifier is the feature's `id`
/// or, without one, that among the properties. Source: RFC 7946.
struct GeoJSONSource: PlaceSource {
  private enum Part { case before, betweenFeatures, after }

  private(set) var builder: PlaceBuilder
  private let json: JSON.StreamReader
  private var part = Part.before
  private var featureCount = 0
  private var isCollection = false

  init(_ builder: PlaceBuilder) {
    self.builder = builder
    json = JSON.StreamReader { [reader = builder.reader] in try reader.nextChunk() }
  }

  mutating func next() throws(PlaceImportError) -> ImportedPlace? {
    do {
      return try nextFeature()
    } catch let error as PlaceImportError {
      throw error
    } catch let error as JSON.ParseError {
      throw builder.reader.bad(error.problem, line: error.line)
    } catch {
      throw builder.reader.bad("\(error)", line: json.line)
    }
  }

  private mutating func nextFeature() throws -> ImportedPlace? {
    if part == .before {
      try json.beginObject()
      try readMembers()
    }
    guard part == .betweenFeatures else { return nil }
    while try json.nextElement() {
      featureCount += 1
      if let place = try readFeature() { return place }
    }
    try readMembers()
    return nil
  }

  /// Reads members up to the beginning of the features, or to the end when no features follow.
  private mutating func readMembers() throws {
    while let name = try json.nextMember() {
      switch name {
      case "features":
        guard part == .before else { throw json.error("there are two lists of features") }
        part = .betweenFeatures
        return try json.beginArray()
      case "type" where try json.nextKind() == .string:
        isCollection = try json.readText() == "FeatureCollection"
      default: try json.skipValue()
      }
    }
    try json.finish()
    guard isCollection else { throw json.error("the document is no FeatureCollection") }
    part = .after
  }
}

/// Features. Source: RFC 7946, sections 3.1 and 3.2.
extension GeoJSONSource {
  private mutating func readFeature() throws -> ImportedPlace? {
    // Skips the blanks before the feature, so that the line is that of its beginning.
    _ = try json.nextKind()
    let line = json.line
    var id: [UInt8]?
    var propertyID: [UInt8]?
    var position: SIMD2<Double>?
    var fields = PlaceFields(name: [], latitude: [], longitude: [])
    try json.beginObject()
    while let member = try json.nextMember() {
      switch member {
      case "id": id = try readIdentifier()
      case "geometry": position = try readGeometry()
      case "properties": try readObject { try readProperty($0, into: &fields, id: &propertyID) }
      default: try json.skipValue()
      }
    }
    fields.id = (id ?? propertyID).map { $0[...] }
    if let position {
      fields.longitude = Array("\(position.x)".utf8)[...]
      fields.latitude = Array("\(position.y)".utf8)[...]
    }
    return try builder.place(fields, line: line, subject: "feature \(featureCount): ")
  }

  private func readProperty(
    _ key: String, into fields: inout PlaceFields, id: inout [UInt8]?
  ) throws {
    switch key {
    case "id": id = try readIdentifier()
    case _ where try json.nextKind() != .string: try json.skipValue()
    case _ where PlaceFields.isOtherName(key):
      fields.otherNames.append((key, Array(try json.readText().utf8)[...]))
    // Exports of other formats write it in capital letters.
    case _ where key == "name" || key.lowercased() == "name" && fields.name.isEmpty:
      fields.name = Array(try json.readText().utf8)[...]
    default: try json.skipValue()
    }
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

  /// Reads a geometry; returns the middle of an area or the first position of anything else, of
  /// several geometries that of the first that has one.
  private func readGeometry() throws -> SIMD2<Double>? {
    var isArea = false
    var bounds: Bounds?
    var found: SIMD2<Double>?
    try readObject { member in
      switch member {
      case "type" where try json.nextKind() == .string:
        isArea = try json.readText().hasSuffix("Polygon")
      case "coordinates": try readPositions(into: &bounds)
      case "geometries" where try json.nextKind() == .array:
        try json.beginArray()
        while try json.nextElement() {
          let next = try readGeometry()
          found = found ?? next
        }
      default: try json.skipValue()
      }
    }
    return found ?? bounds?.point(ofArea: isArea)
  }

  /// Reads a position, longitude first, or lists of positions.
  private func readPositions(into bounds: inout Bounds?) throws {
    guard try json.nextKind() == .array else { return try json.skipValue() }
    var numbers: [Double] = []
    try json.beginArray()
    while try json.nextElement() {
      switch try json.nextKind() {
      case .array: try readPositions(into: &bounds)
      case .null: try json.skipValue()
      case _ where numbers.count == 2: try json.skipValue()
      default:
        let text = try json.readNumberText()
        numbers.append(Double(String(decoding: text, as: UTF8.self)) ?? .nan)
      }
    }
    guard numbers.count == 2 else { return }
    let position = SIMD2(numbers[0], numbers[1])
    if bounds?.add(position) == nil { bounds = Bounds(position) }
  }
}

/// The smallest box around positions, longitude first.
private struct Bounds {
  private var first, low, high: SIMD2<Double>

  init(_ first: SIMD2<Double>) { (self.first, low, high) = (first, first, first) }

  mutating func add(_ position: SIMD2<Double>) {
    (low, high) = (pointwiseMin(low, position), pointwiseMax(high, position))
  }

  /// The middle of an area, or the first position; one that is not on the globe comes before.
  func point(ofArea isArea: Bool) -> SIMD2<Double>? {
    if low.x < -180 || low.y < -90 { return low }
    if high.x > 180 || high.y > 90 { return high }
    guard isArea else { return first }
    // What lies on both sides of the antimeridian has its middle elsewhere.
    return high.x - low.x < 180 ? (low + high) / 2 : nil
  }
}
