import FoundationEssentials

/// Calls the cloud's endpoints through a transport.
public struct CloudClient: Sendable {
  private let transport: any CloudTransport

  /// Creates a client of the cloud at the other end of the transport.
  public init(transport: any CloudTransport) {
    self.transport = transport
  }

  /// Calls an endpoint and returns its response.
  ///
  /// - Parameter idempotencyKey: Makes a repeated call have one effect, where the endpoint takes it.
  public func call<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, parameters: Parameters, body: Body,
    session: UserSession? = nil, idempotencyKey: String? = nil
  ) async throws(CloudError) -> Response {
    let request = try makeRequest(
      endpoint, parameters: parameters, body: body, session: session,
      idempotencyKey: idempotencyKey)
    let response: CloudResponse
    do {
      response = try await transport.send(request)
    } catch {
      switch error {
      case .unreachable(let reason): throw .unreachable(reason: reason)
      case .unintelligible(let reason): throw .unintelligible(reason: reason)
      case .storage(let failure): throw .storage(failure)
      }
    }
    return try Self.read(response)
  }

  private func makeRequest<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, parameters: Parameters, body: Body,
    session: UserSession?, idempotencyKey: String?
  ) throws(CloudError) -> CloudRequest {
    do {
      var values = try ParameterCoding.encode(parameters)
      let path = endpoint.path.segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .parameter(let name): values.removeValue(forKey: name) ?? ""
        }
      }
      return CloudRequest(
        method: endpoint.method, path: path, query: values, token: session?.remoteSession.token,
        idempotencyKey: idempotencyKey,
        body: Body.self == Nothing.self ? nil : try JSONCoding.encode(body))
    } catch {
      throw .unintelligible(reason: "the request for \(endpoint.name) cannot be written")
    }
  }

  private static func read<Response: Decodable>(
    _ response: CloudResponse
  ) throws(CloudError) -> Response {
    guard (200..<300).contains(response.status) else { throw refusal(in: response) }
    do {
      return try JSONCoding.decode(Response.self, from: response.body)
    } catch {
      throw .unintelligible(
        reason:
          "the answer with status \(response.status) is no such document\(trace(of: response))")
    }
  }

  private static func refusal(in response: CloudResponse) -> CloudError {
    guard let refusal = try? JSONCoding.decode(CloudRefusal.self, from: response.body) else {
      return refusalOfTheWay(in: response)
    }
    switch refusal.error.code {
    case .tooManyRequests, .tryAgainLater:
      return .tryAgainLater(refusal.error, afterSeconds: response.retryAfterSeconds)
    case .internalError: return .refused(refusal.error.adding(trace(of: response)))
    default: return .refused(refusal.error)
    }
  }

  /// Reads an answer that is not the cloud's: a gateway in front of it says no in its own words.
  private static func refusalOfTheWay(in response: CloudResponse) -> CloudError {
    switch response.status {
    // Source: RFC 9110, sections 15.6.3 to 15.6.5.
    case 502, 503, 504:
      .unreachable(
        reason: "a gateway answered with status \(response.status)\(trace(of: response))")
    default:
      .unintelligible(reason: "status \(response.status) without a reason\(trace(of: response))")
    }
  }

  /// What finds the request in the cloud's log, to be put behind a message.
  private static func trace(of response: CloudResponse) -> String {
    response.requestID.map { " (request \($0))" } ?? ""
  }
}

extension CloudClient {
  /// Calls an endpoint that takes neither parameters nor a body.
  public func call<Response>(
    _ endpoint: Endpoint<Nothing, Nothing, Response>, session: UserSession? = nil
  ) async throws(CloudError) -> Response {
    try await call(endpoint, parameters: Nothing(), body: Nothing(), session: session)
  }

  /// Calls an endpoint that takes parameters only.
  public func call<Parameters, Response>(
    _ endpoint: Endpoint<Parameters, Nothing, Response>, parameters: Parameters,
    session: UserSession? = nil
  ) async throws(CloudError) -> Response {
    try await call(endpoint, parameters: parameters, body: Nothing(), session: session)
  }

  /// Calls an endpoint that takes a body only.
  public func call<Body, Response>(
    _ endpoint: Endpoint<Nothing, Body, Response>, body: Body, session: UserSession? = nil,
    idempotencyKey: String? = nil
  ) async throws(CloudError) -> Response {
    try await call(
      endpoint, parameters: Nothing(), body: body, session: session,
      idempotencyKey: idempotencyKey)
  }
}
