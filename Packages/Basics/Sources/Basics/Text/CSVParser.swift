/// Parses records of comma-separated fields, one byte at a time. Source: RFC 4180.
///
/// Lines end in LF or CRLF, and empty lines are skipped. Memory is bounded by the longest record.
public struct CSVParser {
  /// A violation of the grammar or of a limit.
  public struct ParseError: Error, Equatable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The end of a sentence.
    public let reason: String
  }

  private enum State {
    case fieldStart, unquoted, quoted
    /// After a quotation mark in a quoted field: its end, or the first half of an escaped mark.
    case closingQuote
    /// After a quoted field and a carriage return.
    case closed
  }

  private static let maximumRecordLength = 1 << 20
  private static let maximumFieldCount = 1024

  /// The line in which the last record began, from 1.
  public private(set) var line = 1
  private var nextLine = 1
  private var state = State.fieldStart
  private var text: [UInt8] = []
  private var ends: [Int] = []
  private var isRecordComplete = false

  public init() {}

  /// The fields of the last complete record.
  public var record: [ArraySlice<UInt8>] { zip([0] + ends, ends).map { text[$0..<$1] } }

  /// Parses the next byte.
  ///
  /// - Returns: Whether the byte completes a record, which is in ``record`` until the next call.
  public mutating func parse(_ byte: UInt8) throws(ParseError) -> Bool {
    if isRecordComplete {
      text.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      isRecordComplete = false
      line = nextLine
    }
    if byte == UInt8(ascii: "\n") { nextLine += 1 }
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .closingQuote
    case (.quoted, _): try append(byte)
    case (_, UInt8(ascii: ",")): try endField()
    case (_, UInt8(ascii: "\n")): return try endRecord()
    case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
    case (.closingQuote, UInt8(ascii: "\"")):
      try append(byte)
      state = .quoted
    case (.closingQuote, UInt8(ascii: "\r")): state = .closed
    case (.closingQuote, _), (.closed, _):
      throw ParseError(line: nextLine, reason: "text follows a quoted field")
    case (.unquoted, UInt8(ascii: "\"")):
      throw ParseError(
        line: nextLine, reason: "a quotation mark stands within a field that is not quoted")
    default:
      try append(byte)
      state = .unquoted
    }
    return false
  }

  /// Parses the end of the input.
  ///
  /// - Returns: Whether it completes a record.
  public mutating func finish() throws(ParseError) -> Bool {
    guard !isRecordComplete, state != .fieldStart || !ends.isEmpty else { return false }
    guard state != .quoted else {
      throw ParseError(line: line, reason: "a quoted field has no end")
    }
    return try endRecord()
  }

  private mutating func append(_ byte: UInt8) throws(ParseError) {
    guard text.count < Self.maximumRecordLength else {
      throw ParseError(
        line: line, reason: "the record is longer than \(Self.maximumRecordLength >> 10) KiB")
    }
    text.append(byte)
  }

  private mutating func endField() throws(ParseError) {
    ends.append(text.count)
    state = .fieldStart
    guard ends.count <= Self.maximumFieldCount else {
      throw ParseError(
        line: line, reason: "the record has more than \(Self.maximumFieldCount) fields")
    }
  }

  private mutating func endRecord() throws(ParseError) -> Bool {
    if state == .unquoted, text.last == UInt8(ascii: "\r") { text.removeLast() }
    try endField()
    isRecordComplete = true
    return ends.count > 1 || text.contains { $0 != UInt8(ascii: " ") }
  }
}
