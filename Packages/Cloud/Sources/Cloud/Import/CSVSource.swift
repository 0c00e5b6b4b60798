import Basics
import Core

/// Reads comma-separated places with a header: `name`, `latitude` (or `lat`), `longitude` (or
/// `lon`, `lng`), and perhaps `id`, in any order, among other columns.
struct CSVSource: PlaceSource {
  private var records: CSVRecords
  private let columnCount: Int
  private let id: Int?
  private let name, latitude, longitude: Int

  init(reader: ByteReader) throws(PlaceImportError) {
    var records = CSVRecords(reader: reader)
    let header = try records.next() ?? []
    let names = header.map { field in
      String(decoding: field, as: UTF8.self).trimmingBlanks.lowercased()
    }
    func column(_ wanted: String...) throws(PlaceImportError) -> Int? {
      let found = names.indices.filter { wanted.contains(names[$0]) }
      guard found.count <= 1 else {
        throw reader.bad("the header has two columns for '\(wanted[0])'", line: records.line)
      }
      return found.first
    }
    func needed(_ column: Int?, _ name: String) throws(PlaceImportError) -> Int {
      guard let column else {
        throw reader.bad("the header has no column '\(name)'", line: records.line)
      }
      return column
    }
    id = try column("id")
    name = try needed(column("name"), "name")
    latitude = try needed(column("latitude", "lat"), "latitude")
    longitude = try needed(column("longitude", "lon", "lng"), "longitude")
    columnCount = header.count
    self.records = records
  }

  mutating func next() throws(PlaceImportError) -> Place? {
    guard let record = try records.next() else { return nil }
    guard record.count == columnCount else {
      throw bad("there are \(record.count) fields instead of \(columnCount)")
    }
    guard record.allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) else {
      throw bad("the text is not in UTF-8")
    }
    let fields = PlaceFields(
      id: id.map { record[$0] }, name: record[name], latitude: record[latitude],
      longitude: record[longitude])
    do throws(PlaceFields.Problem) {
      return try fields.place()
    } catch {
      throw bad(error.reason)
    }
  }

  private func bad(_ reason: String) -> PlaceImportError {
    records.reader.bad(reason, line: records.line)
  }
}

/// The records of a file of comma-separated values.
private struct CSVRecords {
  let reader: ByteReader
  private var parser = CSVParser()

  init(reader: ByteReader) {
    self.reader = reader
  }

  /// The line in which the last record began.
  var line: Int { parser.line }

  /// Returns the fields of the next record, `nil` after the last one.
  mutating func next() throws(PlaceImportError) -> [ArraySlice<UInt8>]? {
    while let byte = try reader.next() {
      if try parse(byte) { return parser.record }
    }
    return try parse(nil) ? parser.record : nil
  }

  private mutating func parse(_ byte: UInt8?) throws(PlaceImportError) -> Bool {
    do throws(CSVParser.ParseError) {
      return if let byte { try parser.parse(byte) } else { try parser.finish() }
    } catch {
      throw reader.bad(error.reason, line: error.line)
    }
  }
}
