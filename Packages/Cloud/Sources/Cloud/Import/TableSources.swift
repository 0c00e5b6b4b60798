import Basics
import Core

/// Reads comma-separated places with a header: `name`, `latitude` (or `lat`), `longitude` (or
/// `lon`, `lng`), and perhaps `id`, in any order, among other columns.
struct CSVSource: PlaceSource {
  private let reader: ByteReader
  private let records: CSV.Reader<PlaceImportError>
  private let columnCount: Int
  private let id: Int?
  private let name, latitude, longitude: Int

  init(reader: ByteReader) throws(PlaceImportError) {
    let records = CSV.Reader<PlaceImportError>(
      makeFailure: { reader.bad($0.problem, line: $0.line) },
      readChunk: { () throws(PlaceImportError) in try reader.nextChunk() })
    let header = try records.next()
    let names = header?.texts.map { $0.trimmingBlanks.lowercased() } ?? []
    let line = header?.line ?? 1
    func column(_ wanted: String...) throws(PlaceImportError) -> Int? {
      let found = names.indices.filter { wanted.contains(names[$0]) }
      guard found.count <= 1
      else { throw reader.bad("the header has two columns for '\(wanted[0])'", line: line) }
      return found.first
    }
    func needed(_ column: Int?, _ name: String) throws(PlaceImportError) -> Int {
      guard let column else { throw reader.bad("the header has no column '\(name)'", line: line) }
      return column
    }
    id = try column("id")
    name = try needed(column("name"), "name")
    latitude = try needed(column("latitude", "lat"), "latitude")
    longitude = try needed(column("longitude", "lon", "lng"), "longitude")
    columnCount = names.count
    self.reader = reader
    self.records = records
  }

  mutating func next() throws(PlaceImportError) -> Place? {
    guard let record = try records.next() else { return nil }
    let (fields, line) = (record.fields, record.line)
    guard fields.count == columnCount else {
      throw reader.bad("there are \(fields.count) fields instead of \(columnCount)", line: line)
    }
    guard fields.allSatisfy({ String(validating: $0, as: UTF8.self) != nil })
    else { throw reader.bad("the text is not in UTF-8", line: line) }
    let place = PlaceFields(
      id: id.map { fields[$0] }, name: fields[name], latitude: fields[latitude],
      longitude: fields[longitude])
    return try place.place(in: reader, line: line)
  }
}

/// Reads the tab-separated files of GeoNames: 19 columns. The first is the identifier, the
/// second the name, the fifth and sixth are latitude and longitude. Source:
/// https://download.geonames.org/export/dump/readme.txt
struct GeoNamesSource: PlaceSource {
  private static let columnCount = 19
  private static let longestLine = 1 << 20

  let reader: ByteReader
  private var text: [UInt8] = []

  init(reader: ByteReader) { self.reader = reader }

  mutating func next() throws(PlaceImportError) -> Place? {
    while true {
      let line = reader.line
      guard try reader.readLine(into: &text, limit: Self.longestLine) else { return nil }
      if text.allSatisfy({ $0 == UInt8(ascii: " ") }) { continue }
      return try place(line: line)
    }
  }

  private func place(line: Int) throws(PlaceImportError) -> Place {
    guard String(validating: text, as: UTF8.self) != nil
    else { throw reader.bad("the text is not in UTF-8", line: line) }
    let columns = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard columns.count == Self.columnCount else {
      throw reader.bad(
        "there are \(columns.count) columns instead of \(Self.columnCount)", line: line)
    }
    guard !columns[0].isEmpty else { throw reader.bad("the geonameid is empty", line: line) }
    let fields = PlaceFields(
      id: columns[0], name: columns[1], latitude: columns[4], longitude: columns[5])
    return try fields.place(in: reader, line: line)
  }
}
