import Basics
import CloudStore
import Core

/// Reads comma-separated places with a header: `name`, `latitude` (or `lat`), `longitude` (or
/// `lon`, `lng`, `long`), and perhaps `id` and further names, in any order, among other columns.
struct CSVSource: PlaceSource {
  private(set) var builder: PlaceBuilder
  private let records: CSV.Reader<PlaceImportError>
  private let columnCount: Int
  private let id: Int?
  private let name, latitude, longitude: Int
  private let otherNames: [(key: String, column: Int)]

  /// - Parameter beginning: The first bytes of the file.
  init(_ builder: PlaceBuilder, beginning: ArraySlice<UInt8>) throws(PlaceImportError) {
    let reader = builder.reader
    let line = beginning.drop { $0 <= UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: "\n") }
    let counts = Dictionary(line.map { ($0, 1) }, uniquingKeysWith: +)
    let separator = ",;\t".utf8.max { counts[$0, default: 0] < counts[$1, default: 0] }
    let records = CSV.Reader<PlaceImportError>(
      separator: separator ?? UInt8(ascii: ","),
      makeFailure: { reader.bad($0.problem, line: $0.line) },
      readChunk: { () throws(PlaceImportError) in try reader.nextChunk() })
    var header = try records.next()
    // Spreadsheets name the separator in a line of its own.
    if header?.texts.first == "sep=" { header = try records.next() }
    let names = header?.texts.map { $0.trimmingBlanks.lowercased() } ?? []
    func column(_ wanted: String..., isNeeded: Bool = true) throws(PlaceImportError) -> Int? {
      let found = names.indices.filter { wanted.contains(names[$0]) }
      guard found.count <= 1, !found.isEmpty || !isNeeded else {
        let problem = found.isEmpty ? "no column" : "two columns for"
        throw reader.bad("the header has \(problem) '\(wanted[0])'", line: header?.line ?? 1)
      }
      return found.first
    }
    id = try column("id", isNeeded: false)
    name = try column("name") ?? 0
    latitude = try column("latitude", "lat") ?? 0
    longitude = try column("longitude", "lon", "lng", "long") ?? 0
    otherNames = names.indices.filter { PlaceFields.isOtherName(names[$0]) }
      .map { (names[$0], $0) }
    columnCount = names.count
    self.builder = builder
    self.records = records
  }

  mutating func next() throws(PlaceImportError) -> ImportedPlace? {
    while let record = try records.next() {
      let (fields, line) = (record.fields, record.line)
      guard fields.count == columnCount else {
        throw builder.reader.bad(
          "there are \(fields.count) fields instead of \(columnCount)", line: line)
      }
      guard fields.allSatisfy({ String(validating: $0, as: UTF8.self) != nil })
      else { throw builder.reader.bad("the text is not in UTF-8", line: line) }
      let row = PlaceFields(
        id: id.map { fields[$0] }, name: fields[name],
        otherNames: otherNames.map { ($0.key, fields[$0.column]) }, latitude: fields[latitude],
        longitude: fields[longitude])
      if let place = try builder.place(row, line: line) { return place }
    }
    return nil
  }
}

/// Reads the tab-separated files of GeoNames: 19 columns. The first is the identifier, the second the
/// name, the third and fourth hold further names, the fifth and sixth are latitude and longitude.
/// Source: https://download.geonames.org/export/dump/readme.txt
struct GeoNamesSource: PlaceSource {
  private static let columnCount = 19
  private static let longestLine = 1 << 20

  private(set) var builder: PlaceBuilder
  private var text: [UInt8] = []

  init(_ builder: PlaceBuilder) { self.builder = builder }

  mutating func next() throws(PlaceImportError) -> ImportedPlace? {
    while true {
      let line = builder.reader.line
      guard try builder.reader.readLine(into: &text, limit: Self.longestLine) else { return nil }
      if text.allSatisfy({ $0 == UInt8(ascii: " ") }) { continue }
      if let place = try builder.place(fields(line: line), line: line) { return place }
    }
  }

  private func fields(line: Int) throws(PlaceImportError) -> PlaceFields {
    let reader = builder.reader
    guard String(validating: text, as: UTF8.self) != nil
    else { throw reader.bad("the text is not in UTF-8", line: line) }
    let columns = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard columns.count == Self.columnCount else {
      throw reader.bad(
        "there are \(columns.count) columns instead of \(Self.columnCount)", line: line)
    }
    guard !columns[0].isEmpty else { throw reader.bad("the geonameid is empty", line: line) }
    return PlaceFields(
      id: columns[0], name: columns[1],
      otherNames: [("asciiname", columns[2]), ("alternatenames", columns[3])],
      latitude: columns[4], longitude: columns[5])
  }
}
