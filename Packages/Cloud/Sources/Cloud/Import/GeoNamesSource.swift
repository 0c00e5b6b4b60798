import Core

/// Reads the tab-separated files of GeoNames: 19 columns. The first is the identifier, the
/// second the name, the fifth and sixth are latitude and longitude.
///
/// Source: https://download.geonames.org/export/dump/readme.txt
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
    guard String(validating: text, as: UTF8.self) != nil else {
      throw reader.bad("the text is not in UTF-8", line: line)
    }
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
