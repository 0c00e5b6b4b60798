import FoundationEssentials

/// Sees what a client has read, for example to count it.
public protocol CloudObserver: Sendable {
  /// Called with the response of each successful call.
  func received(_ response: any Sendable, of endpoint: any EndpointDeclaration)
  /// Called with each event of a stream.
  func received(_ event: RiderEvent)
}

/// Calls the cloud's endpoints through a transport.
public struct CloudClient: Sendable {
  private let transport: any CloudTransport
  private let observer: (any CloudObserver)?

  public init(transport: any CloudTransport, observer: (any CloudObserver)? = nil) {
    (self.transport, self.observer) = (transport, observer)
  }

  /// Calls a tagged endpoint with a conditional request.
  ///
  /// - Parameters:
  ///   - endpoint: A tagged endpoint.
  ///   - parameters: The values of the path's and query's parameters.
  ///   - session: The rider's session, if the endpoint requires one.
  ///   - entityTag: The tag of the response that the caller has, if there is one.
  /// - Returns: `nil` when the response has not changed.
  public func callUnlessSame<Parameters, Response>(
    _ endpoint: Endpoint<Parameters, Empty, Response>, parameters: Parameters,
    session: UserSession? = nil, entityTag: String?
  ) async throws(CloudError) -> TaggedResponse<Response>? {
    let request = try makeRequest(
      endpoint, parameters: parameters, body: Empty(), token: session?.remoteSession.token,
      condition: entityTag.map { .noneMatch($0) })
    let response = try await send(request)
    if response.status == 304 { return nil }
    return TaggedResponse(response: try Self.read(response), entityTag: response.entityTag)
  }

  /// Calls an endpoint and returns its response.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - parameters: The values of the path's and query's parameters.
  ///   - body: The body of the request.
  ///   - session: The rider's session, if the endpoint requires one.
  ///   - idempotencyKey: Gives repeated calls one effect, if the endpoint supports it.
  public func call<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, parameters: Parameters, body: Body,
    session: UserSession? = nil, idempotencyKey: String? = nil
  ) async throws(CloudError) -> Response {
    let request = try makeRequest(
      endpoint, parameters: parameters, body: body, token: session?.remoteSession.token,
      idempotencyKey: idempotencyKey)
    let response: Response = try Self.read(try await send(request))
    observer?.received(response, of: endpoint)
    return response
  }

  /// Follows what changes for a rider, until the stream ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - lastEventID: Where an earlier stream ended; `nil` to begin with ``RiderEvent/reset(_:)``.
  ///   - session: The rider's session.
  ///   - receive: Called with each event and its id, on any thread.
  public func followEvents(
    after lastEventID: String?, session: UserSession,
    receive: @escaping @Sendable (RiderEvent, _ id: String?) -> Void
  ) async throws(CloudError) {
    let request = CloudRequest(
      method: .get, path: ["events"], token: session.remoteSession.token, lastEventID: lastEventID)
    let response = try await send(request) { event in
      // What cannot be read is left out, as an event of a newer cloud; the next reset tells all.
      guard let known = try? RiderEvent(event) else { return }
      observer?.received(known)
      receive(known, event.id)
    }
    guard (200..<300).contains(response.status) else { throw Self.error(in: response) }
  }

  private func send(
    _ request: CloudRequest, receive: EventReceiver? = nil
  ) async throws(CloudError) -> CloudResponse {
    do throws(CloudTransportError) {
      return try await transport.send(request, receive: receive)
    } catch {
      switch error {
      case .unreachable(let reason): throw .unreachable(reason: reason)
      case .unanswered(let reason):
        throw request.method == .get ? .unreachable(reason: reason) : .unanswered(reason: reason)
      case .unintelligible(let reason): throw .unintelligible(reason: reason)
      case .storage(let failure): throw .storage(failure)
      }
    }
  }

  private func makeRequest<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, parameters: Parameters, body: Body,
    token: Secret? = nil, idempotencyKey: String? = nil, condition: RequestCondition? = nil
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
        method: endpoint.method, path: path, query: values, token: token,
        idempotencyKey: idempotencyKey, condition: condition,
        body: Body.self == Empty.self ? nil : try JSONCoding.encode(body))
    } catch {
      throw .unintelligible(reason: "the request for \(endpoint.name) cannot be written")
    }
  }

  private static func read<Response: Decodable>(
    _ response: CloudResponse
  ) throws(CloudError) -> Response {
    guard (200..<300).contains(response.status) else { throw error(in: response) }
    do {
      return try JSONCoding.decode(Response.self, from: response.body)
    } catch {
      throw .unintelligible(
        reason: "the answer with status \(response.status) is no such document"
          + "\(field(of: error))\(trace(of: response))")
    }
  }

  /// Names the field that could not be read, to be put behind a message.
  private static func field(of error: any Error) -> String {
    var path: [any CodingKey] = []
    switch error {
    case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      path = context.codingPath
    case LocationError.outOfRange(let name, let value, _): return ", see its \(name) \(value)"
    default: break
    }
    let names = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return names.isEmpty ? "" : ", see its field \(names.joined(separator: "."))"
  }

  private static func error(in response: CloudResponse) -> CloudError {
    guard let document = try? JSONCoding.decode(ErrorResponse.self, from: response.body) else {
      return gatewayError(in: response)
    }
    let detail = document.error
    switch detail.code {
    case .tooManyRequests, .tryAgainLater, .routesUnavailable:
      return .tryAgainLater(detail, afterSeconds: response.retryAfterSeconds)
    case .internalError:
      let message = detail.message + trace(of: response)
      return .refused(
        ErrorResponse.Detail(
          code: detail.code, message: message, hint: detail.hint, field: detail.field))
    default: return .refused(detail)
    }
  }

  /// Converts an error response of a gateway in front of the cloud.
  private static func gatewayError(in response: CloudResponse) -> CloudError {
    switch response.status {
    // Source: RFC 9110, sections 15.6.3 to 15.6.5.
    case 502, 503, 504:
      .unreachable(
        reason: "a gateway answered with status \(response.status)\(trace(of: response))")
    case 401, 403, 407, 408, 429, 500:
      .foreign(status: response.status, afterSeconds: response.retryAfterSeconds)
    default:
      .unintelligible(reason: "status \(response.status) without a reason\(trace(of: response))")
    }
  }

  /// The request identifier of the cloud's log, as the end of a message.
  private static func trace(of response: CloudResponse) -> String {
    response.requestID.map { " (request \($0))" } ?? ""
  }
}

extension CloudClient {
  /// Calls an endpoint that takes neither parameters nor a body.
  public func call<Response>(
    _ endpoint: Endpoint<Empty, Empty, Response>, session: UserSession? = nil
  ) async throws(CloudError) -> Response {
    try await call(endpoint, parameters: Empty(), body: Empty(), session: session)
  }

  /// Calls an endpoint that takes parameters only.
  public func call<Parameters, Response>(
    _ endpoint: Endpoint<Parameters, Empty, Response>, parameters: Parameters,
    session: UserSession? = nil
  ) async throws(CloudError) -> Response {
    try await call(endpoint, parameters: parameters, body: Empty(), session: session)
  }

  /// Calls an endpoint that takes a body only.
  public func call<Body, Response>(
    _ endpoint: Endpoint<Empty, Body, Response>, body: Body, session: UserSession? = nil,
    idempotencyKey: String? = nil
  ) async throws(CloudError) -> Response {
    try await call(
      endpoint, parameters: Empty(), body: body, session: session, idempotencyKey: idempotencyKey)
  }
}

/// A response with its entity tag.
public struct TaggedResponse<Response: Sendable>: Sendable {
  public let response: Response
  /// The tag for the next conditional request; `nil` when the transport does not pass it.
  public let entityTag: String?

  public init(response: Response, entityTag: String?) {
    (self.response, self.entityTag) = (response, entityTag)
  }
}
