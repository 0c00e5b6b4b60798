import Basics
import CloudDomain
import CloudStore
import Core
import FoundationEssentials

/// Decodes the parts of a request, and names an invalid part.
enum RequestDecoding {
  /// The longest idempotency key, in characters.
  private static let longestKey = 64

  static func parameters<Parameters: Decodable>(
    _ type: Parameters.Type, from values: [String: String]
  ) throws -> Parameters {
    do {
      return try ParameterCoding.decode(type, from: values)
    } catch let error as DecodingError {
      throw apiError(for: error, part: "parameter")
    }
  }

  static func body<Body: Decodable>(_ type: Body.Type, from data: Data?) throws -> Body {
    if let nothing = Empty() as? Body { return nothing }
    guard let data, !data.isEmpty else {
      throw APIError(
        .invalidRequest, message: "The request has no body.", hint: "Send a JSON document.")
    }
    do {
      let body = try JSONCoding.decode(type, from: data)
      if let list = body as? any BoundedListBody { try list.requireBound() }
      return body
    } catch let error as JSON.ParseError {
      throw APIError(
        .invalidRequest, message: "The body is no JSON: \(error).",
        hint: "Send one JSON object in UTF-8.")
    } catch let error as DecodingError {
      throw apiError(for: error, part: "field")
    } catch let error as LocationError {
      throw APIError(error)
    }
  }

  /// Returns the key together with the fingerprint of what is requested under it.
  static func key(_ key: String?, of body: some Encodable) throws -> RequestKey? {
    guard let key else { return nil }
    let isVisible = key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isVisible, (1...longestKey).contains(key.utf8.count) else {
      throw APIError.invalid(
        "idempotencyKey", "The idempotency key is not 1 to \(longestKey) visible ASCII characters.")
    }
    let document = try JSONCoding.encode(body)
    return RequestKey(key: key, fingerprint: Digest.hash(Array(document)))
  }

  private static func apiError(for error: DecodingError, part: String) -> APIError {
    switch error {
    case .keyNotFound(let key, let context):
      let name = name(context.codingPath, adding: key)
      return .invalid(name, "The \(part) '\(name)' is missing.")
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let name = name(context.codingPath)
      guard !name.isEmpty else {
        return APIError(
          .invalidRequest, message: "The body is not the JSON document that is needed.",
          hint: "Send one JSON object in UTF-8.")
      }
      return .invalid(name, "The \(part) '\(name)' has a value of the wrong kind.")
    @unknown default:
      return APIError(.invalidRequest, message: "The request cannot be read.")
    }
  }

  /// The path of a field, for example `pickup.latitude` or `posts.2`.
  private static func name(_ path: [any CodingKey], adding key: (any CodingKey)? = nil) -> String {
    var keys = path
    // The decoder of parameters names the missing key in its path already.
    if let key, keys.last?.stringValue != key.stringValue { keys.append(key) }
    return keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}

extension BoundedListBody {
  fileprivate func requireBound() throws(APIError) {
    guard count > Self.largestCount else { return }
    throw APIError(
      .invalidRequest, message: "'\(Self.listField)' has more than \(Self.largestCount) elements.",
      hint: "Send them in several requests.", field: Self.listField)
  }
}
