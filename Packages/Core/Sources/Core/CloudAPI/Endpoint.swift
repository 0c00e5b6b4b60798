/// The declaration of an endpoint without its types.
public protocol EndpointDeclaration: Sendable {
  var name: String { get }
  var method: HTTPMethod { get }
  var path: PathTemplate { get }
  var access: EndpointAccess { get }
  var cost: EndpointCost { get }
  var limit: RateLimit { get }
  var creates: Bool { get }
  var isIdempotentByKey: Bool { get }
  var isTagged: Bool { get }
  var isStream: Bool { get }
  var conversion: Conversion? { get }
  var summary: String { get }
  var parameters: any (Codable & Sendable).Type { get }
  var body: any (Codable & Sendable).Type { get }
  var response: any (Codable & Sendable).Type { get }
  var failure: any (Codable & Sendable).Type { get }
}

extension EndpointDeclaration {
  /// The HTTP status of a success. Source: RFC 9110, section 15.3.
  public var successStatus: Int { creates ? 201 : 200 }

  /// Whether one caller is one rider; otherwise it is one network address, also where a rider's
  /// password can be guessed.
  public var isLimitedByRider: Bool { access == .rider && cost != .passwordHash }
}

/// One operation of the cloud, declared once for the client, the router and the documentation.
///
/// `Parameters` is a flat structure of texts, numbers and booleans; those whose names are in
/// the path as `{name}` are sent there, the others in the query. `Body` is sent as JSON.
public struct Endpoint<Parameters, Body, Response>: EndpointDeclaration
where
  Parameters: Codable & Sendable, Body: Codable & Sendable, Response: Codable & Sendable
{
  public let name: String
  public let method: HTTPMethod
  public let path: PathTemplate
  public let access: EndpointAccess
  public let cost: EndpointCost
  /// How often one caller may use the endpoint; see ``EndpointDeclaration/isLimitedByRider``.
  public let limit: RateLimit
  /// Whether a success creates something, and so has the status 201.
  public let creates: Bool
  /// Whether the endpoint takes an idempotency key.
  public let isIdempotentByKey: Bool
  /// Whether answers carry an entity tag: a PUT must be sent on the condition that it is still the
  /// same, any other request may be sent on the condition that it is another one.
  public let isTagged: Bool
  /// Whether a success is a stream of events, see ``ServerSentEvent``.
  public let isStream: Bool
  /// The conversion of a rider that a success is.
  public let conversion: Conversion?
  /// The document of an error; ``ErrorResponse`` unless another protocol says otherwise.
  public let failure: any (Codable & Sendable).Type
  /// One sentence for the documentation.
  public let summary: String

  public init(
    _ name: String, _ method: HTTPMethod, _ path: PathTemplate, access: EndpointAccess,
    cost: EndpointCost, limit: RateLimit, creates: Bool = false, isIdempotentByKey: Bool = false,
    isTagged: Bool = false, isStream: Bool = false, conversion: Conversion? = nil,
    failure: any (Codable & Sendable).Type = ErrorResponse.self, summary: String
  ) {
    (self.failure, self.name, self.method, self.path) = (failure, name, method, path)
    (self.access, self.cost, self.limit, self.creates) = (access, cost, limit, creates)
    (self.isIdempotentByKey, self.isTagged) = (isIdempotentByKey, isTagged)
    (self.isStream, self.conversion, self.summary) = (isStream, conversion, summary)
  }

  public var parameters: any (Codable & Sendable).Type { Parameters.self }
  public var body: any (Codable & Sendable).Type { Body.self }
  public var response: any (Codable & Sendable).Type { Response.self }
}

/// Who may call an endpoint.
public enum EndpointAccess: Sendable {
  case anyone
  /// Only with the token of a rider's session.
  case rider
  /// Only with the token of an administrator.
  case administrator
  /// Anyone, or only with the server's token for evaluations if it demands one: as bearer token or in
  /// `X-API-Key`. Status 401 without a token, 403 with another one.
  case evaluator
}

/// No parameters, no body, or no response.
public struct Empty: Codable, Equatable, Sendable {
  public init() {}
}

/// A path with named gaps, such as `/rides/{ride}`.
public struct PathTemplate: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// A part of the path between two slashes.
  public enum Segment: Equatable, Sendable {
    case literal(String)
    case parameter(name: String)
  }

  public let segments: [Segment]
  /// The text of the template, for example `/rides/{ride}`.
  public let description: String

  /// Parses a template, for example `/rides/{ride}`.
  public init(stringLiteral template: String) {
    description = template
    segments = template.split(separator: "/").map { part in
      part.hasPrefix("{") && part.hasSuffix("}")
        ? .parameter(name: String(part.dropFirst().dropLast())) : .literal(String(part))
    }
  }

  /// Returns the values of the gaps when the path fits, `nil` otherwise.
  public func match(_ path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    for (segment, text) in zip(segments, path) {
      if case .literal(let literal) = segment, literal != text { return nil }
    }
    var values: [String: String] = [:]
    for (segment, text) in zip(segments, path) {
      if case .parameter(let name) = segment { values[name] = text }
    }
    return values
  }
}

/// The method of a request. Source: RFC 9110, section 9.
public enum HTTPMethod: String, Sendable {
  case get = "GET", post = "POST", put = "PUT", delete = "DELETE"
}
