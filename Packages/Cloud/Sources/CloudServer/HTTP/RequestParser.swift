import Basics
import FoundationEssentials

/// Reads the requests of one connection. What RFC 9112 leaves to the recipient's tolerance, and
/// what two recipients could therefore read differently, is refused.
///
/// Source: RFC 9112, sections 2.2, 3, 5, 6, 7.1 and 11.2; RFC 9110, sections 5.5, 5.6.2 and 7.2.
struct RequestParser {
  /// The state after the bytes received so far.
  enum Step: Equatable {
    /// More bytes are needed.
    case incomplete
    /// The head is read, and the client sends the body after an interim response `100 Continue`.
    case continueExpected
    case request(HTTPRequest)
  }

  private enum Phase {
    case requestLine, fields, trailers
    case fixedBody(remaining: Int)
    case chunkLine
    case chunk(remaining: Int)
    case chunkEnd
  }

  private static let keptCapacity = 1024

  private let limits: HTTPLimits
  private var phase = Phase.requestLine
  private var buffer: [UInt8] = []
  /// Where the part of the buffer begins that is not read yet.
  private var start = 0
  /// Up to where no end of a line was found.
  private var scanned = 0
  private var request = HTTPRequest(method: "", target: "")
  private var isVersion10 = false
  private var fieldBytes = 0
  private var fieldCount = 0
  private var chunkFraming = 0
  private var hasSkippedLine = false

  init(limits: HTTPLimits) { self.limits = limits }

  /// Whether a head is complete whose body is not.
  var isInBody: Bool {
    switch phase {
    case .requestLine, .fields: false
    default: true
    }
  }

  /// Whether nothing of the next request is there.
  var isIdle: Bool {
    guard case .requestLine = phase else { return false }
    return start == buffer.count
  }

  mutating func append(_ bytes: some Collection<UInt8>) {
    if start == buffer.count {
      // A connection that is idle keeps the room of a small request only.
      buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
      (start, scanned) = (0, 0)
    } else if start > limits.headerBytes {
      buffer.removeFirst(start)
      (start, scanned) = (0, scanned - start)
    }
    buffer.append(contentsOf: bytes)
  }

  /// Reads as far as the bytes go. After an error the parser must not be used again.
  mutating func next() throws(HTTPSyntaxError) -> Step {
    while true {
      switch phase {
      case .requestLine:
        guard let line = try requestLine() else { return .incomplete }
        let head = try RequestGrammar.requestLine(line)
        request = HTTPRequest(method: head.method, target: head.target)
        isVersion10 = head.isVersion10
        phase = .fields
      case .fields:
        guard let line = try fieldLine() else { return .incomplete }
        if let (name, value) = try RequestGrammar.field(line), !request.fields.add(name, value) {
          throw HTTPSyntaxError("The field '\(name.rawValue)' stands more than once.")
        }
        guard line.isEmpty else { continue }
        try finishHead()
        if try expectsContinue() { return .continueExpected }
      case .fixedBody(let remaining):
        let count = take(remaining)
        phase = .fixedBody(remaining: remaining - count)
        return count == remaining ? finishRequest() : .incomplete
      case .chunkLine:
        guard let line = try chunkFramingLine() else { return .incomplete }
        let size = try RequestGrammar.chunkSize(line)
        guard size <= limits.body - request.body.count else { throw Self.tooLarge(limits) }
        phase = size == 0 ? .trailers : .chunk(remaining: size)
      case .chunk(let remaining):
        let count = take(remaining)
        phase = count == remaining ? .chunkEnd : .chunk(remaining: remaining - count)
        if count < remaining { return .incomplete }
      case .chunkEnd:
        guard let line = try chunkFramingLine() else { return .incomplete }
        guard line.isEmpty else { throw HTTPSyntaxError("A chunk is longer than its size.") }
        phase = .chunkLine
      case .trailers:
        guard let line = try fieldLine() else { return .incomplete }
        _ = try RequestGrammar.field(line)
        if line.isEmpty { return finishRequest() }
      }
    }
  }

  private mutating func finishRequest() -> Step {
    defer {
      request = HTTPRequest(method: "", target: "")
      phase = .requestLine
      (fieldBytes, fieldCount, chunkFraming, hasSkippedLine) = (0, 0, 0, false)
    }
    return .request(request)
  }

  /// Moves at most a number of bytes into the body; returns how many were there.
  private mutating func take(_ most: Int) -> Int {
    let count = min(most, buffer.count - start)
    request.body.append(contentsOf: buffer[start..<start + count])
    start += count
    scanned = start
    return count
  }
}

// MARK: - Lines

extension RequestParser {
  private mutating func requestLine() throws(HTTPSyntaxError) -> ArraySlice<UInt8>? {
    // A client that speaks another protocol gets the response at once, not after the time limit.
    if start < buffer.count, !buffer[start].isTokenByte, buffer[start] != .carriageReturn {
      throw HTTPSyntaxError("The request does not begin with a method.")
    }
    let limit = limits.requestLine
    let found = try line(
      limit: limit, excess: HTTPSyntaxError(414, "The request line is longer than \(limit) bytes."))
    guard let line = found else { return nil }
    guard line.isEmpty, !hasSkippedLine else { return line }
    // One empty line is allowed before a request.
    hasSkippedLine = true
    return try requestLine()
  }

  private mutating func fieldLine() throws(HTTPSyntaxError) -> ArraySlice<UInt8>? {
    let limit = limits.headerBytes
    let found = try line(
      limit: limit - fieldBytes,
      excess: HTTPSyntaxError(431, "The header fields are longer than \(limit) bytes."))
    guard let line = found else { return nil }
    fieldBytes += line.count + 2
    fieldCount += 1
    guard fieldCount <= limits.headerCount + 1
    else { throw HTTPSyntaxError(431, "There are more than \(limits.headerCount) header fields.") }
    return line
  }

  private mutating func chunkFramingLine() throws(HTTPSyntaxError) -> ArraySlice<UInt8>? {
    let excess = HTTPSyntaxError("The sizes of chunks have too long extensions.")
    guard let line = try line(limit: limits.chunkLine, excess: excess) else { return nil }
    chunkFraming += line.count + 2
    guard chunkFraming <= limits.chunkFraming else { throw excess }
    return line
  }

  /// Reads the next line without its end; `nil` while it is incomplete.
  private mutating func line(
    limit: Int, excess: @autoclosure () -> HTTPSyntaxError
  ) throws(HTTPSyntaxError) -> ArraySlice<UInt8>? {
    guard let end = buffer[scanned...].firstIndex(of: .lineFeed) else {
      scanned = buffer.count
      // The carriage return may be there, which is not part of the line.
      guard buffer.count - start <= limit + 1 else { throw excess() }
      return nil
    }
    guard end > start, buffer[end - 1] == .carriageReturn
    else { throw HTTPSyntaxError("A line ends without a carriage return.") }
    guard end - 1 - start <= limit else { throw excess() }
    defer {
      start = end + 1
      scanned = start
    }
    return buffer[start..<end - 1]
  }
}

// MARK: - The head

extension RequestParser {
  /// Checks the fields that frame the request, and decides how its body is read.
  private mutating func finishHead() throws(HTTPSyntaxError) {
    let fields = request.fields
    guard fields[.host].map(RequestGrammar.isHost) ?? isVersion10
    else { throw HTTPSyntaxError("The field 'host' is missing or not HOST:PORT.") }
    let closes = fields[.connection]?.split(separator: ",").contains {
      $0.trimming { $0 == " " || $0 == "\t" }.lowercased() == "close"
    }
    request.keepsConnection = !isVersion10 && closes != true
    request.isVersion10 = isVersion10
    if let encoding = fields[.transferEncoding] {
      guard fields[.contentLength] == nil, !isVersion10
      else { throw HTTPSyntaxError("A request with 'transfer-encoding' has a second framing.") }
      guard encoding.lowercased() == "chunked"
      else { throw HTTPSyntaxError(501, "The only transfer coding that is known is 'chunked'.") }
      phase = .chunkLine
    } else {
      guard let length = fields[.contentLength] else {
        phase = .fixedBody(remaining: 0)
        return
      }
      guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw HTTPSyntaxError("The field 'content-length' is not a number.") }
      guard let count = Int(length), count <= limits.body else { throw Self.tooLarge(limits) }
      phase = .fixedBody(remaining: count)
    }
  }

  private func expectsContinue() throws(HTTPSyntaxError) -> Bool {
    guard !isVersion10, let expectation = request.fields[.expect] else { return false }
    guard expectation.lowercased() == "100-continue"
    else { throw HTTPSyntaxError(417, "The only expectation that is known is '100-continue'.") }
    // A client that has sent the body already does not wait.
    if case .fixedBody(remaining: 0) = phase { return false }
    return start == buffer.count
  }

  private static func tooLarge(_ limits: HTTPLimits) -> HTTPSyntaxError {
    HTTPSyntaxError(413, "The body is larger than \(limits.body >> 10) KiB.")
  }
}
