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
}
