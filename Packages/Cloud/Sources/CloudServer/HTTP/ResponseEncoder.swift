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

  /// Returns a response's bytes.
  ///
  /// - Parameters:
  ///   - closes: Whether this is the last response on its connection.
  ///   - isHead: Whether the request was a HEAD, whose response has no content.
  func encode(
    _ response: HTTPResponse, requestID: String, closes: Bool, isHead: Bool, at time: Date
  ) -> [UInt8] {
    var head = "HTTP/1.1 \(response.status) \(Self.reason(response.status))\r\n"
    func add(_ name: String, _ value: String) {
      for part in [name, ": ", value, "\r\n"] { head += part }
    }
    add("Date", Self.text(of: time))
    for (name, value) in response.headers { add(name, value) }
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      add("Cache-Control", "no-store")
    }
    if !response.headers.contains(where: { $0.name == "Content-Security-Policy" }) {
      add("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    }
    add("X-Request-Id", requestID)
    if closes { add("Connection", "close") }
    // Source: RFC 9110, section 8.6.
    let hasContent = response.status != 204 && response.status != 304
    let isChunked = response.headers.contains { $0.name == "Transfer-Encoding" }
    if hasContent, !isChunked { add("Content-Length", "\(response.body.count)") }
    head += sharedFields
    return Array(head.utf8) + (hasContent && !isHead ? response.body : Data())
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
  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }
}
