import FoundationEssentials
import Glibc
import Synchronization

/// Writes responses as bytes; what all of them share is prepared once.
final class ResponseEncoder: Sendable {
  /// `100 Continue`, after which a client sends its body.
  static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// About the size of what is before the shared fields.
  private static let headRoom = 256

  /// Ends the head.
  private let sharedFields: [UInt8]
  private let date = Mutex<(time: time_t, field: [UInt8])>((-1, []))

  /// - Parameter isSecure: Whether to send Strict-Transport-Security, for a year.
  init(isSecure: Bool) {
    // Source: OWASP, "REST Security Cheat Sheet", section "Security Headers"; RFC 6797.
    var fields = """
      Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r

      """
    if isSecure { fields += "Strict-Transport-Security: max-age=31536000\r\n" }
    sharedFields = Array("\(fields)\r\n".utf8)
  }

  /// Returns a response's bytes.
  ///
  /// - Parameters:
  ///   - closes: Whether this is the last response on its connection.
  ///   - isHead: Whether the request was a HEAD, whose response has no content.
  func encode(
    _ response: HTTPResponse, requestID: String, closes: Bool, isHead: Bool, at time: time_t
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headRoom + sharedFields.count + response.body.count)
    bytes += "HTTP/1.1 ".utf8
    bytes += String(response.status).utf8
    bytes += " ".utf8
    bytes += Self.reason(response.status).utf8
    bytes += dateField(time)
    for (name, value) in response.headers { Self.add(name, value, to: &bytes) }
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      bytes += "Cache-Control: no-store\r\n".utf8
    }
    Self.add("X-Request-Id", requestID, to: &bytes)
    if closes { bytes += "Connection: close\r\n".utf8 }
    // Source: RFC 9110, section 8.6.
    let hasContent = response.status != 204 && response.status != 304
    if hasContent { Self.add("Content-Length", String(response.body.count), to: &bytes) }
    bytes += sharedFields
    if hasContent, !isHead { bytes += response.body }
    return bytes
  }

  private static func add(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes += name.utf8
    bytes += ": ".utf8
    bytes += value.utf8
    bytes += "\r\n".utf8
  }

  /// The end of the status line and the date, which changes once a second.
  private func dateField(_ time: time_t) -> [UInt8] {
    date.withLock { date in
      if date.time != time { date = (time, Array("\r\nDate: \(Self.date(time))\r\n".utf8)) }
      return date.field
    }
  }

  /// Source: RFC 9110, section 5.6.7.
  private static func date(_ time: time_t) -> String {
    var seconds = time
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
      + "\(parts.tm_year + 1900) "
      + "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec)) GMT"
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
