package import Core
import FoundationEssentials

/// The routes of a cloud, found by path and method.
package struct RouteTable: Sendable {
  /// The result of a lookup.
  package enum Match {
    case endpoint(ServedEndpoint, values: [String: String])
    /// The path exists with other methods.
    case otherMethods([HTTPMethod])
    case none
  }

  package private(set) var endpoints: [ServedEndpoint] = []
  private let authorization: Authorization

  init(authorization: Authorization) {
    self.authorization = authorization
  }

  /// Serves an endpoint; its access alone decides who may call it.
  mutating func serve<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>,
    with answer: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> Response
  ) {
    add(endpoint) { call in
      CloudResponse(
        status: endpoint.successStatus, body: try JSONCoding.encode(try answer(call)))
    }
  }

  /// Serves an endpoint whose responses carry an entity tag; its access alone decides who may call
  /// it.
  mutating func serveTagged<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>,
    with answer:
      @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> ETagResponse<Response>
  ) {
    add(endpoint) { call in
      let tagged = try answer(call)
      return CloudResponse(
        status: tagged.response == nil ? 304 : endpoint.successStatus,
        body: try tagged.response.map { try JSONCoding.encode($0) } ?? Data(),
        entityTag: tagged.tag.text)
    }
  }

  /// Serves an endpoint for riders whose object is found together with the session; its access
  /// alone decides who may call it.
  ///
  /// - Parameter find: Reads both; the object only matters when the session is valid.
  mutating func serve<Parameters, Response, Object>(
    _ endpoint: Endpoint<Parameters, Empty, Response>,
    finding find:
      @escaping @Sendable (_ tokenHash: [UInt8], Parameters) throws -> (SessionRecord?, Object),
    with answer: @escaping @Sendable (Parameters, Object) throws -> Response
  ) {
    add(endpoint) { [authorization] request, values in
      var read: (parameters: Parameters, object: Object)?
      _ = try authorization.caller(of: request, access: endpoint.access) { tokenHash in
        let names = EndpointCall<Parameters, Empty>.names(request, values)
        let parameters = try RequestDecoding.parameters(Parameters.self, from: names)
        let found = try find(tokenHash, parameters)
        read = (parameters, found.1)
        return found.0
      }
      guard let read else { throw APIError.notSignedIn }
      let response = try answer(read.parameters, read.object)
      return CloudResponse(
        status: endpoint.successStatus, body: try JSONCoding.encode(response))
    }
  }

  /// Serves an endpoint whose documents another protocol defines, errors included; its access alone
  /// decides who may call it.
  mutating func serveProtocol(
    _ endpoint: any EndpointDeclaration,
    with answer:
      @escaping @Sendable (CloudRequest, _ values: [String: String]) throws -> CloudResponse
  ) {
    add(endpoint) { [authorization] request, values in
      if let status = authorization.evaluationRefusal(request) {
        return try .evaluationRefusal(status, key: values["key"])
      }
      return try answer(request, values)
    }
  }

  private mutating func add<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>,
    answer: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> CloudResponse
  ) {
    add(endpoint) { [authorization] request, values in
      let caller = try authorization.caller(of: request, access: endpoint.access)
      return try answer(EndpointCall(endpoint, request, values, caller: caller))
    }
  }

  private mutating func add(
    _ declaration: any EndpointDeclaration,
    answer: @escaping @Sendable (CloudRequest, [String: String]) throws -> CloudResponse
  ) {
    endpoints.append(ServedEndpoint(declaration, answer: answer))
    // Literal segments win over parameters, so routes with fewer parameters are tried first.
    endpoints.sort { $0.path.parameterCount < $1.path.parameterCount }
  }

  /// Returns the methods that a path is served with, in order.
  package func methods(at path: [String]) -> [HTTPMethod] {
    endpoints.filter { $0.path.match(path) != nil }.map(\.method)
      .sorted { $0.rawValue < $1.rawValue }
  }

  package func match(_ method: HTTPMethod, _ path: [String]) -> Match {
    for endpoint in endpoints where endpoint.method == method {
      if let values = endpoint.path.match(path) { return .endpoint(endpoint, values: values) }
    }
    let others = methods(at: path)
    return others.isEmpty ? .none : .otherMethods(others)
  }
}

extension PathTemplate {
  fileprivate var parameterCount: Int {
    segments.count { segment in
      if case .parameter = segment { true } else { false }
    }
  }
}

/// An endpoint of the contract with what serves it; an object, because each request looks at many.
package final class ServedEndpoint: Sendable {
  package let declaration: any EndpointDeclaration
  package let name: CloudAPI.Name
  package let method: HTTPMethod
  let path: PathTemplate
  /// Answers a request whose path has these values.
  let answer: @Sendable (CloudRequest, [String: String]) throws -> CloudResponse

  fileprivate init(
    _ declaration: any EndpointDeclaration,
    answer: @escaping @Sendable (CloudRequest, [String: String]) throws -> CloudResponse
  ) {
    self.declaration = declaration
    name = declaration.name
    method = declaration.method
    path = declaration.path
    self.answer = answer
  }
}

extension CloudResponse {
  /// Refuses to evaluate a flag, or all of them without a key.
  fileprivate static func evaluationRefusal(_ status: Int, key: String?) throws -> CloudResponse {
    let details =
      status == 401
      ? "This server evaluates flags for clients with its token only; send it as bearer token or "
        + "as X-API-Key."
      : "The token that was sent is not that of this server."
    let failure = RemoteEvaluationFailure(key: key, errorCode: "GENERAL", errorDetails: details)
    return CloudResponse(status: status, body: try JSONCoding.encode(failure))
  }
}
