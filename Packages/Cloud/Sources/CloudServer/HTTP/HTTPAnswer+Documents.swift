import Core
import FoundationEssentials

extension HTTPAnswer {
  /// What the router said.
  init(_ response: CloudResponse) {
    var headers = response.body.isEmpty ? [:] : ["Content-Type": "application/json"]
    if let seconds = response.retryAfterSeconds { headers["Retry-After"] = String(seconds) }
    if let tag = response.entityTag {
      headers["ETag"] = tag
      // May be kept, but not used without asking whether it is still the newest.
      headers["Cache-Control"] = "no-cache"
    }
    // Source: RFC 6750, section 3.
    if response.status == 401 { headers["WWW-Authenticate"] = "Bearer" }
    self.init(status: response.status, headers: headers, body: response.body)
  }

  /// A no that the server says before the router is asked.
  static func refusal(
    _ code: CloudRefusal.Code, message: String, hint: String = "", retryAfterSeconds: Int? = nil
  ) -> HTTPAnswer {
    // A refusal consists of texts only, which always can be written as JSON.
    let body = try? JSONCoding.encode(CloudRefusal(code, message: message, hint: hint))
    return HTTPAnswer(
      CloudResponse(
        status: code.status, body: body ?? Data(), retryAfterSeconds: retryAfterSeconds))
  }

  /// A text document.
  static func text(_ text: String, type: String, status: Int = 200) -> HTTPAnswer {
    HTTPAnswer(status: status, headers: ["Content-Type": type], body: Data(text.utf8))
  }

  /// Headers that keep browsers and caches from doing more with an answer than showing it.
  ///
  /// Source: OWASP, "REST Security Cheat Sheet", section "Security Headers".
  static let secureHeaders = [
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
  ]
}
