import CloudStore
import Core

/// Makes places of the rows of a file, and counts the rows that are left out.
struct PlaceBuilder {
  let reader: ByteReader
  /// What identifiers begin with; see ``PlaceFields/place(at:prefix:)``.
  private let prefix: String?
  /// Whether a row without a location or a name is an error.
  private let isStrict: Bool
  private(set) var leftOut: [String: PlaceImportSummary.LeftOutRows] = [:]
  /// How many places there are of each class.
  var classes: [String: Int] = [:]

  init(reader: ByteReader, prefix: String?, isStrict: Bool = false) {
    (self.reader, self.prefix, self.isStrict) = (reader, prefix, isStrict)
  }

  /// Makes the place of a row; `nil` for a row that is left out.
  ///
  /// - Parameter subject: Begins the reason of an error.
  mutating func place(
    _ fields: PlaceFields, line: Int, subject: String = ""
  ) throws(PlaceImportError) -> ImportedPlace? {
    var missing = "location"
    do throws(PlaceFields.Flaw) {
      if let location = try fields.location() {
        if let place = try fields.place(at: location, prefix: prefix) { return place }
        missing = "name"
      }
    } catch {
      throw reader.bad(subject + error.reason, line: line)
    }
    guard !isStrict else { throw reader.bad("\(subject)there is no \(missing)", line: line) }
    leftOut[missing, default: .init(firstLine: line)].count += 1
    return nil
  }
}
