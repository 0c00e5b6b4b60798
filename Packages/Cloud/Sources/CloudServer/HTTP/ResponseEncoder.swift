import FoundationEssentials
import Glibc

/// Encodes responses as bytes.
struct ResponseEncoder: Sendable {
  /// `100 Continue`, after which a client sends its body.
  static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// The last fields of each head, and its end.
  private let sharedFields: String

  /// - Parameter isSecure: Whether to send Strict-Transport-Security, for a year.
  init(isSecure: Bool) {
    // Source: OWASP, "REST Security Cheat Sheet", section "Security Headers"; RFC 6797.
    sharedFields = """
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      \(isSecure ? "Strict-Transport-Security: max-age=31536000\r\n" : "")\r

      """
  }

  /// Returns a response's bytes: without content for a HEAD, and with `Connection: close` for the last
  /// one of a connection. A stream has chunks, or goes on until the connection is closed.
  func encode(
    _ response: HTTPResponse, requestID: String, closes: Bool, isHead: Bool, isChunked: Bool,
    at time: Date
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512 + response.body.count)
    bytes += "HTTP/1.1 \(response.status) \(Self.reasons[response.status] ?? "")\r\n".utf8
    func add(_ name: String, _ value: String) {
      bytes += name.utf8
      bytes += ": ".utf8
      bytes += value.utf8
      bytes += "\r\n".utf8
    }
    add("Date", Self.text(of: time))
    for (name, value) in response.headers { add(name, value) }
    func has(_ name: String) -> Bool { response.headers.contains { $0.name == name } }
    if !has("Cache-Control") { add("Cache-Control", "no-store") }
    if !has("Content-Security-Policy") {
      add("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    }
    add("X-Request-Id", requestID)
    if closes { add("Connection", "close") }
    // Source: RFC 9110, section 8.6.
    let hasContent = response.status != 204 && response.status != 304
    if response.isStream {
      if isChunked { add("Transfer-Encoding", "chunked") }
    } else if hasContent {
      add("Content-Length", "\(response.body.count)")
    }
    bytes += sharedFields.utf8
    if hasContent, !isHead { response.body.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// The end of a response in chunks.
  static let lastChunk = Array("0\r\n\r\n".utf8)

  /// Returns bytes as one chunk of a response. Source: RFC 9112, section 7.1.
  static func chunk(_ bytes: Data) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }

  /// Source: RFC 9110, section 5.6.7.
  private static func text(of time: Date) -> String {
    var seconds = time_t(time.timeIntervalSince1970)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
      let count = strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// Source: RFC 9110, section 15. An empty reason is allowed.
  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 304: "Not Modified", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 409: "Conflict", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 417: "Expectation Failed", 422: "Unprocessable Content",
    428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    505: "HTTP Version Not Supported",
  ]
}
