import Basics
import CloudStore
import Core
import FoundationEssentials

/// The fields of one place of a file, in UTF-8.
struct PlaceFields {
  /// The longest name or identifier, in characters.
  private static let longestText = 200

  var id: ArraySlice<UInt8>?
  var name: ArraySlice<UInt8>
  /// The values of further names; each may be a list.
  var otherNames: [(key: String, value: ArraySlice<UInt8>)] = []
  var latitude: ArraySlice<UInt8>
  var longitude: ArraySlice<UInt8>

  /// Why a field is invalid; ends a sentence.
  struct Flaw: Error { let reason: String }

  /// Whether a key is that of a further name. Source: OpenStreetMap wiki, "Names"; GeoNames,
  /// "readme.txt" of the dump.
  static func isOtherName(_ key: String) -> Bool {
    let key = key.lowercased()
    if ["asciiname", "alternatenames", "iata"].contains(key) { return true }
    let isKind = ["alt", "int", "loc", "nat", "official", "old", "reg", "short"]
      .contains { key.hasPrefix("\($0)_name") }
    guard let name = key.firstRange(of: "name"), isKind || name.lowerBound == key.startIndex
    else { return false }
    let rest = key[name.upperBound...]
    if isKind || rest.isEmpty { return isKind }
    // A language, such as `zh-hant`, or a number.
    let language = rest.dropFirst().prefix { $0 != "-" && $0 != "_" }
    return [":", "_"].contains(rest.first) && (1...3).contains(language.count)
      && language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Checks the location; `nil` when the row has none, or half of one.
  func location() throws(Flaw) -> Location? {
    guard [latitude, longitude].allSatisfy({ $0.contains { $0 > UInt8(ascii: " ") } })
    else { return nil }
    let latitude = try degrees(self.latitude, "latitude")
    let longitude = try degrees(self.longitude, "longitude")
    do throws(LocationError) {
      return try Location(latitude: latitude, longitude: longitude)
    } catch {
      throw Flaw(reason: Self.reason(error))
    }
  }

  /// Makes a place of the fields; `nil` when the row has no name.
  ///
  /// - Parameter prefix: What its identifier begins with. Without it, or without an identifier, the
  ///   place is known by its name and location, so that importing it again changes nothing.
  func place(at location: Location, prefix: String?) throws(Flaw) -> ImportedPlace? {
    let others = otherNames.flatMap { key, value in
      value.split(separator: UInt8(ascii: key == "alternatenames" ? "," : ";"))
        .compactMap { try? text($0, key) }
    }
    let name = try text(self.name, "name")
    guard let name = name.isEmpty ? others.first(where: { !$0.isEmpty }) : name else { return nil }
    let id = try id.map { (id) throws(Flaw) in try text(id, "id") } ?? ""
    let known = id.isEmpty || prefix == nil ? Self.makeID(name, location) : id
    return ImportedPlace(
      Place(id: Identifier((prefix ?? "") + known), name: name, location: location),
      otherNames: others)
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ field: String) throws(Flaw) -> String {
    guard var text = String(validating: bytes, as: UTF8.self)?.trimmingBlanks
    else { throw Flaw(reason: "the \(field) is not in UTF-8") }
    guard text.utf8.count <= Self.longestText || text.count <= Self.longestText,
      text.utf8.count <= 4 * Self.longestText
    else { throw Flaw(reason: "the \(field) is longer than \(Self.longestText) characters") }
    // A name in quotes may have several lines.
    if text.contains(where: { $0.isNewline || $0 == "\t" }) {
      text = text.split { $0.isWhitespace }.joined(separator: " ")
    }
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    guard !text.unicodeScalars.contains(where: isControl)
    else { throw Flaw(reason: "the \(field) contains a control character") }
    return text
  }

  private func degrees(_ bytes: ArraySlice<UInt8>, _ field: String) throws(Flaw) -> Double {
    let text = try text(bytes, field)
    // In files with semicolons a decimal point is often a comma. Swift also reads hexadecimal
    // numbers, infinities and NaN; none of them is a coordinate.
    let number = text.contains(".") ? text : text.replacing(",", with: ".", maxReplacements: 1)
    guard number.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let number = Double(number)
    else { throw Flaw(reason: "the \(field) '\(text)' is no number") }
    return number
  }

  private static func reason(_ error: LocationError) -> String {
    guard case .outOfRange(let name, let value, let limit) = error else { return "\(error)" }
    return "the \(name) \(value) is not in -\(Int(limit))...\(Int(limit))"
  }

  private static func makeID(_ name: String, _ location: Location) -> String {
    Hexadecimal.encode(Digest.hash(Array("\(name)\n\(location)".utf8)).prefix(16))
  }
}
