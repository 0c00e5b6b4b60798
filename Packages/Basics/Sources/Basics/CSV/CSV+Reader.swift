extension CSV {
  /// Reads records of a document of any size, in memory bounded by its longest record.
  ///
  /// Empty lines are skipped. A quotation mark within a field that is not quoted, and text behind
  /// a quoted one, are refused.
  public final class Reader<Failure: Error> {
    /// How many bytes the fields of a record may have together.
    private let longestRecord = 1 << 20
    private let maximumFieldCount = 1024
    private let separator: UInt8
    private let readChunk: () throws(Failure) -> ArraySlice<UInt8>
    private let makeFailure: (ParseError) -> Failure
    private var chunk: ArraySlice<UInt8> = []
    private var position = 0
    private var isAtEnd = false
    /// The number of the line in which the next byte stands, from 1.
    private var line = 1

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - separator: Stands between two fields, in ASCII.
    ///   - makeFailure: Turns what is wrong in the document into the error that is thrown.
    ///   - readChunk: Returns the next bytes of the document, none at its end.
    public init(
      separator: UInt8 = UInt8(ascii: ","),
      makeFailure: @escaping (ParseError) -> Failure,
      readChunk: @escaping () throws(Failure) -> ArraySlice<UInt8>
    ) {
      (self.separator, self.makeFailure) = (separator, makeFailure)
      self.readChunk = readChunk
    }

    /// Returns the next record, `nil` after the last one.
    public func next() throws(Failure) -> Record? {
      while try peek() != nil {
        let start = line
        let fields = try readRecord(from: start)
        if fields.count > 1 || fields[0].contains(where: { $0 != UInt8(ascii: " ") }) {
          return Record(line: start, fields: fields)
        }
      }
      return nil
    }

    private func readRecord(from start: Int) throws(Failure) -> [ArraySlice<UInt8>] {
      var text: [UInt8] = []
      var ends: [Int] = []
      while true {
        try readField(into: &text, start)
        ends.append(text.count)
        guard ends.count <= maximumFieldCount else {
          throw failure("the record has more than \(maximumFieldCount) fields", start)
        }
        guard try take() == separator else { break }
      }
      return zip([0] + ends, ends).map { text[$0..<$1] }
    }

    /// Reads up to the separator or the end of the record, which stays to be read.
    private func readField(into text: inout [UInt8], _ start: Int) throws(Failure) {
      if try peek() == UInt8(ascii: "\"") { return try readQuoted(into: &text, start) }
      let fieldStart = text.count
      while let byte = try peek(), byte != separator, byte != UInt8(ascii: "\n") {
        guard byte != UInt8(ascii: "\"") else {
          throw failure("a quotation mark stands within a field that is not quoted", line)
        }
        try append(take(), to: &text, start)
      }
      guard try peek() != separator, text[fieldStart...].last == UInt8(ascii: "\r") else {
        return
      }
      text.removeLast()
    }

    private func readQuoted(into text: inout [UInt8], _ start: Int) throws(Failure) {
      _ = try take()
      while let byte = try take() {
        if byte == UInt8(ascii: "\"") {
          guard try peek() == UInt8(ascii: "\"") else { return try endQuoted() }
          _ = try take()
        }
        try append(byte, to: &text, start)
      }
      throw failure("a quoted field has no end", start)
    }

    private func endQuoted() throws(Failure) {
      if try peek() == UInt8(ascii: "\r") { _ = try take() }
      let after = try peek()
      guard after == nil || after == separator || after == UInt8(ascii: "\n") else {
        throw failure("text follows a quoted field", line)
      }
    }

    private func append(_ byte: UInt8?, to text: inout [UInt8], _ start: Int) throws(Failure) {
      guard let byte else { return }
      guard text.count < longestRecord else {
        throw failure("the record is longer than \(longestRecord >> 10) KiB", start)
      }
      text.append(byte)
    }

    private func failure(_ problem: String, _ line: Int) -> Failure {
      makeFailure(ParseError(line: line, problem: problem))
    }

    /// Returns the next byte without taking it, `nil` at the end.
    private func peek() throws(Failure) -> UInt8? {
      if position < chunk.endIndex { return chunk[position] }
      guard !isAtEnd else { return nil }
      // The owner of the bytes may use their memory again.
      chunk = []
      chunk = try readChunk()
      position = chunk.startIndex
      isAtEnd = chunk.isEmpty
      return chunk.first
    }

    /// Takes the next byte, `nil` at the end.
    private func take() throws(Failure) -> UInt8? {
      guard let byte = try peek() else { return nil }
      position += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      return byte
    }
  }
}

extension CSV.Reader<CSV.ParseError> {
  /// Creates a reader of bytes that are at hand.
  convenience init(readChunk: @escaping () throws(CSV.ParseError) -> ArraySlice<UInt8>) {
    self.init(makeFailure: { $0 }, readChunk: readChunk)
  }
}
