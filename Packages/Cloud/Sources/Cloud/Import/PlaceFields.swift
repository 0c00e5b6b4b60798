import Basics
import Core
import FoundationEssentials

/// The fields of one place of a file, in UTF-8.
struct PlaceFields {
  /// The longest name or identifier, in characters.
  private static let longestText = 200

  var id: ArraySlice<UInt8>?
  var name: ArraySlice<UInt8>
  var latitude: ArraySlice<UInt8>
  var longitude: ArraySlice<UInt8>

  /// Why a field is invalid; ends a sentence.
  private struct Problem: Error { let reason: String }

  /// Checks the fields in a line of a file and makes a place of them; the prefix begins an error's
  /// reason. A place without an identifier gets one that follows from its name and location, so that
  /// importing it again changes nothing.
  func place(
    in reader: ByteReader, line: Int, prefix: String = ""
  ) throws(PlaceImportError) -> Place {
    do throws(Problem) {
      return try place()
    } catch {
      throw reader.bad(prefix + error.reason, line: line)
    }
  }

  private func place() throws(Problem) -> Place {
    let name = try text(self.name, "name")
    guard !name.isEmpty else { throw Problem(reason: "the name is empty") }
    let latitude = try degrees(self.latitude, "latitude")
    let longitude = try degrees(self.longitude, "longitude")
    let location: Location
    do throws(LocationError) {
      location = try Location(latitude: latitude, longitude: longitude)
    } catch {
      throw Problem(reason: Self.reason(error))
    }
    let id = try id.map { (id) throws(Problem) in try text(id, "id") } ?? ""
    return Place(
      id: Identifier(id.isEmpty ? Self.makeID(name, location) : id), name: name, location: location)
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ field: String) throws(Problem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self)?.trimmingBlanks
    else { throw Problem(reason: "the \(field) is not in UTF-8") }
    guard text.utf8.count <= Self.longestText || text.count <= Self.longestText,
      text.utf8.count <= 4 * Self.longestText
    else { throw Problem(reason: "the \(field) is longer than \(Self.longestText) characters") }
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    guard !text.unicodeScalars.contains(where: isControl)
    else { throw Problem(reason: "the \(field) contains a control character") }
    return text
  }

  private func degrees(_ bytes: ArraySlice<UInt8>, _ field: String) throws(Problem) -> Double {
    let text = try text(bytes, field)
    // Swift also reads hexadecimal numbers, infinities and NaN; none of them is a coordinate.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text)
    else { throw Problem(reason: "the \(field) '\(text)' is no number") }
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
