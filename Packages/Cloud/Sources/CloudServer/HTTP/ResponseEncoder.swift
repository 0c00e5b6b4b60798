import FoundationEssentials
import Glibc

/// Writes responses as bytes; what all of them share is prepared once.
struct ResponseEncoder: Sendable {
  /// `100 Continue`, after which a client sends its body.
  static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private let sharedFields: [UInt8]

  /// - Parameter isSecure: Whether to send Strict-Transport-Security, for a year.
  init(isSecure: Bool) {
    // Source: OWASP, "REST Security Cheat Sheet", section "Security Headers"; RFC 6797.
    var fields = """
      Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r

      """
    if isSecure { fields += "Strict-Transport-Security: max-age=31536000\r\n" }
    sharedFields = Array(fields.utf8)
  }

  /// Returns a response's bytes.
  ///
  /// - Parameters:
  ///   - closes: Whether this is the last response on its connection.
  ///   - isHead: Whether the request was a HEAD, whose response has no content.
  func encode(
    _ response: HTTPResponse, requestID: String, closes: Bool, isHead: Bool, at time: time_t
  ) -> [UInt8] {
    var head = "HTTP/1.1 \(response.status) \(Self.reason(response.status))\r\n"
    head += "Date: \(Self.date(time))\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    if response.headers["Cache-Control"] == nil { head += "Cache-Control: no-store\r\n" }
    head += "X-Request-Id: \(requestID)\r\n"
    if closes { head += "Connection: close\r\n" }
    // Source: RFC 9110, section 8.6.
    let hasContent = response.status != 204 && response.status != 304
    if hasContent { head += "Content-Length: \(response.body.count)\r\n" }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.utf8.count + sharedFields.count + 2 + response.body.count)
    bytes += head.utf8
    bytes += sharedFields
    bytes += "\r\n".utf8
    if hasContent, !isHead { bytes += response.body }
    return bytes
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
