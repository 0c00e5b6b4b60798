import Cloud
import Core
import FoundationEssentials

/// A request as it came over the network.
struct HTTPRequest: Equatable, Sendable {
  /// As the client wrote it: `GET`, `POST`, or any other token.
  let method: String
  /// The path and query of the request line.
  let target: String
  var fields = HTTPFields()
  /// Whether the connection is persistent.
  var keepsConnection = true
  /// Whether the client speaks HTTP/1.0, which knows no chunks.
  var isVersion10 = false
  var body = Data()
}

/// The header fields that the server uses; the others are checked and ignored.
struct HTTPFields: Equatable, Sendable {
  enum Name: String, CaseIterable {
    case authorization, connection, expect, host
    case apiKey = "x-api-key"
    case contentLength = "content-length"
    case idempotencyKey = "idempotency-key"
    case ifMatch = "if-match"
    case ifNoneMatch = "if-none-match"
    case lastEventID = "last-event-id"
    case requestID = "x-request-id"
    case transferEncoding = "transfer-encoding"
    case forwardedFor = "x-forwarded-for"

    /// Whether several lines of the field mean the same as one line with commas.
    var isList: Bool {
      switch self {
      case .connection, .forwardedFor, .ifMatch, .ifNoneMatch: true
      default: false
      }
    }
  }

  private var values: [Name: String] = [:]

  subscript(_ name: Name) -> String? { values[name] }

  /// Adds a field line; returns `false` for a second line of a field that must be single.
  mutating func add(_ name: Name, _ value: String) -> Bool {
    guard let earlier = values[name] else {
      values[name] = value
      return true
    }
    guard name.isList else { return false }
    values[name] = "\(earlier), \(value)"
    return true
  }
}

/// A response on its way to the network.
struct HTTPResponse: Sendable {
  let status: Int
  /// The fields of this response, besides those that every response has.
  var headers: [(name: String, value: String)] = []
  let body: Data
  /// Whether the body follows bit by bit.
  var isStream = false
}

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

  /// An error response that is made before the router is called, with the code's status or another.
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
      ("X-Accel-Buffering", "no"),
    ], body: Data(), isStream: true)

  /// The response of an overloaded server.
  static var busy: HTTPResponse { HTTPResponse(.busy) }

  /// A text document.
  static func text(_ text: String, type: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", type)], body: Data(text.utf8))
  }
}
