public import FoundationEssentials

/// One event of a stream. Source: WHATWG HTML, section 9.2, "Server-sent events".
public struct ServerSentEvent: Equatable, Sendable {
  /// The kind of the event.
  public let name: String
  /// A JSON document, in one line.
  public let data: Data
  /// Where a reader goes on after this event; `nil` for one that is not repeated.
  public let id: String?

  public init(_ name: String, data: Data, id: String? = nil) {
    (self.name, self.data, self.id) = (name, data, id)
  }

  /// An event with a document.
  public init(_ name: String, _ document: some Encodable, id: String? = nil) throws {
    self.init(name, data: try JSONCoding.encode(document), id: id)
  }

  /// The event as it is sent; JSON in one line needs no splitting into lines.
  public var encoded: Data {
    var text = Data("event: \(name)\n".utf8)
    if let id { text += Data("id: \(id)\n".utf8) }
    return text + Data("data: ".utf8) + data + Data("\n\n".utf8)
  }
}

/// Reads a stream of events that arrives in pieces. Source: WHATWG HTML, section 9.2.6.
public struct ServerSentEventParser: Sendable {
  /// An event that is longer than any of the contract.
  public struct TooLongError: Error {}

  /// The longest event, in bytes.
  public static let longestEvent = 1 << 20
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var line: [UInt8] = []
  private var isFirstLine = true
  /// Whether the next byte ends the same line as the carriage return before it, if it is a line feed.
  private var followsReturn = false
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var id: String?

  public init() {}

  /// Reads further bytes and returns the events that they complete.
  public mutating func append(
    _ bytes: some Sequence<UInt8>
  ) throws(TooLongError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { followsReturn = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where followsReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): events += endLine().map { [$0] } ?? []
      default: line.append(byte)
      }
      guard line.count + data.count <= Self.longestEvent else { throw TooLongError() }
    }
    return events
  }

  /// Takes a line; returns the event that an empty one ends.
  private mutating func endLine() -> ServerSentEvent? {
    defer { (line, isFirstLine) = ([], false) }
    if isFirstLine, line.starts(with: Self.byteOrderMark) { line.removeFirst(3) }
    guard !line.isEmpty else { return dispatch() }
    let field = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    var value = line.dropFirst(field.utf8.count + 1)
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch field {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      data += (hasData ? [UInt8(ascii: "\n")] : []) + value
      hasData = true
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer { (name, data, hasData, id) = ("", [], false, nil) }
    guard hasData else { return nil }
    return ServerSentEvent(name.isEmpty ? "message" : name, data: Data(data), id: id)
  }
}
