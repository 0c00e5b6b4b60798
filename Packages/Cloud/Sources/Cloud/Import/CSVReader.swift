/// Reads records of comma-separated fields. Source: RFC 4180.
struct CSVReader {
  private static let longestRecord = 1 << 20
  private static let maximumColumnCount = 1024

  let reader: ByteReader
  /// The line in which the last record began.
  private(set) var line = 1

  init(reader: ByteReader) {
    self.reader = reader
  }

  /// Returns the fields of the next record, `nil` after the last one; empty lines are skipped.
  mutating func next() throws(PlaceImportError) -> [ArraySlice<UInt8>]? {
    while try reader.peek() != nil {
      line = reader.line
      let fields = try readRecord()
      if fields.count > 1 || fields[0].contains(where: { $0 != UInt8(ascii: " ") }) {
        return fields
      }
    }
    return nil
  }

  private func readRecord() throws(PlaceImportError) -> [ArraySlice<UInt8>] {
    var text: [UInt8] = []
    var ends: [Int] = []
    while true {
      try readField(into: &text)
      ends.append(text.count)
      guard ends.count <= Self.maximumColumnCount else {
        throw reader.bad("the record has more than \(Self.maximumColumnCount) fields", line: line)
      }
      guard try reader.next() == UInt8(ascii: ",") else { break }
    }
    return zip([0] + ends, ends).map { text[$0..<$1] }
  }

  /// Reads up to the comma or the end of the record, which stays to be read.
  private func readField(into text: inout [UInt8]) throws(PlaceImportError) {
    if try reader.peek() == UInt8(ascii: "\"") { return try readQuoted(into: &text) }
    while let byte = try reader.peek(), byte != UInt8(ascii: ","), byte != UInt8(ascii: "\n") {
      guard byte != UInt8(ascii: "\"") else {
        throw reader.bad("a quotation mark stands within a field that is not quoted")
      }
      try append(reader.next(), to: &text)
    }
    guard try reader.peek() != UInt8(ascii: ","), text.last == UInt8(ascii: "\r") else { return }
    text.removeLast()
  }

  private func readQuoted(into text: inout [UInt8]) throws(PlaceImportError) {
    _ = try reader.next()
    while let byte = try reader.next() {
      if byte == UInt8(ascii: "\"") {
        guard try reader.peek() == UInt8(ascii: "\"") else { return try endQuoted() }
        _ = try reader.next()
      }
      try append(byte, to: &text)
    }
    throw reader.bad("a quoted field has no end", line: line)
  }

  private func endQuoted() throws(PlaceImportError) {
    if try reader.peek() == UInt8(ascii: "\r") { _ = try reader.next() }
    let after = try reader.peek()
    guard after == nil || after == UInt8(ascii: ",") || after == UInt8(ascii: "\n") else {
      throw reader.bad("text follows a quoted field")
    }
  }

  private func append(_ byte: UInt8?, to text: inout [UInt8]) throws(PlaceImportError) {
    guard let byte else { return }
    guard text.count < Self.longestRecord else {
      throw reader.bad("the record is longer than \(Self.longestRecord >> 10) KiB", line: line)
    }
    text.append(byte)
  }
}
