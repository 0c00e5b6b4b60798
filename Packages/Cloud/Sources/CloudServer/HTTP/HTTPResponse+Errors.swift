import Cloud
import Core
import FoundationEssentials

extension HTTPResponse {
  /// Converts a response of the router.
  init(_ response: CloudResponse) {
    var headers = response.body.isEmpty ? [] : [Self.jsonType]
    if let seconds = response.retryAfterSeconds { headers.append(("Retry-After", String(seconds))) }
    if let tag = response.entityTag {
      // May be kept, but not used without asking whether it is still the newest.
      headers += [("ETag", tag), ("Cache-Control", "no-cache")]
    }
    // Source: RFC 6750, section 3.
    if response.status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
    self.init(status: response.status, headers: headers, body: response.body)
  }

  static let jsonType = (name: "Content-Type", value: "application/json")

  /// An error response that is made before the router is called.
  ///
  /// - Parameter status: The status, if it is not the code's own.
  static func error(
    _ code: ErrorResponse.Code, status: Int? = nil, message: String, hint: String = "",
    retryAfterSeconds: Int? = nil
  ) -> HTTPResponse {
    // An error consists of texts only, which always can be written as JSON.
    let body = try? JSONCoding.encode(ErrorResponse(code, message: message, hint: hint))
    return HTTPResponse(
      CloudResponse(
        status: status ?? code.status, body: body ?? Data(), retryAfterSeconds: retryAfterSeconds))
  }

  /// The response to a request that cannot be read as HTTP.
  init(_ error: HTTPSyntaxError) {
    let isTooLarge = [413, 414, 431].contains(error.status)
    self = .error(
      isTooLarge ? .tooLarge : .invalidRequest, status: error.status, message: error.message,
      hint: isTooLarge ? "Send less." : "Send the request as RFC 9112 describes it.")
  }

  /// The response to a client that did not send its request in time.
  static let timedOut = HTTPResponse.error(
    .invalidRequest, status: 408, message: "The request did not arrive in time.",
    hint: "Send it again on a new connection.")

  /// The head of a stream of events, which no proxy may keep or change. Source: nginx,
  /// "X-Accel-Buffering"; RFC 9111, section 5.2.2.6.
  static let eventStream = HTTPResponse(
    status: 200,
    headers: [
      ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store, no-transform"),
      ("X-Accel-Buffering", "no"), ("Transfer-Encoding", "chunked"),
    ], body: Data())

  /// The response of an overloaded server.
  static var busy: HTTPResponse { HTTPResponse(CloudRouter.busy) }

  /// A text document.
  static func text(_ text: String, type: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", type)], body: Data(text.utf8))
  }
}
