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
    case requestID = "x-request-id"
    case transferEncoding = "transfer-encoding"
    case forwardedFor = "x-forwarded-for"

    /// Finds the name that is written so, in letters of either case.
    init?(_ written: ArraySlice<UInt8>) {
      let known = Self.allCases.first { name in
        let text = name.rawValue.utf8
        // A token has no character that this takes for a hyphen or another letter.
        return text.count == written.count && text.elementsEqual(written) { $0 == $1 | 0x20 }
      }
      guard let known else { return nil }
      self = known
    }

    /// Whether several lines of the field mean the same as one line with commas.
    var isList: Bool {
      switch self {
      case .connection, .forwardedFor, .ifMatch, .ifNoneMatch: true
      default: false
      }
    }
  }

  /// So few that looking through them is quicker than hashing.
  private var lines: [Line] = []

  private struct Line: Equatable {
    let name: Name
    var value: String
  }

  subscript(_ name: Name) -> String? { lines.first { $0.name == name }?.value }

  /// Adds a field line; returns `false` for a second line of a field that must be single.
  mutating func add(_ name: Name, _ value: String) -> Bool {
    guard let index = lines.firstIndex(where: { $0.name == name }) else {
      lines.append(Line(name: name, value: value))
      return true
    }
    guard name.isList else { return false }
    lines[index].value += ", " + value
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
