import CloudStore
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

  private struct Shape: Hashable {
    let method: HTTPMethod
    let segmentCount: Int
  }

  package private(set) var endpoints: [ServedEndpoint] = []
  /// The endpoints that a request may be for, in their order.
  private var candidates: [Shape: [ServedEndpoint]] = [:]
  let authorization: Authorization

  init(authorization: Authorization) { self.authorization = authorization }

  /// Serves an endpoint; as with the others, its access alone decides who may call it.
  mutating func serve<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>,
    with answer: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> Response
  ) {
    serveResponse(endpoint) { call in
      CloudResponse(status: endpoint.successStatus, body: try JSONCoding.encode(try answer(call)))
    }
  }

  /// Serves an endpoint whose response has no content.
  mutating func serve<Parameters, Body>(
    _ endpoint: Endpoint<Parameters, Body, Empty>,
    with answer: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> Void
  ) {
    serve(endpoint) { call in
      try answer(call)
      return Empty()
    }
  }

  /// Serves an endpoint whose documents another protocol defines, errors included.
  mutating func serveProtocol(
    _ endpoint: any EndpointDeclaration,
    with answer: @escaping @Sendable (RoutedRequest) throws -> CloudResponse
  ) {
    let answer = { @Sendable [authorization] (routed: RoutedRequest) throws -> CloudResponse in
      if let status = authorization.evaluationRefusal(routed.request) {
        return try .evaluationRefusal(status, key: routed.values["key"])
      }
      return try answer(routed)
    }
    add(endpoint, .direct(answer))
  }

  /// Serves an endpoint of a stream.
  mutating func serveStream<Parameters>(
    _ endpoint: Endpoint<Parameters, Empty, Empty>,
    with open:
      @escaping @Sendable (EndpointCall<Parameters, Empty>, _ lastEventID: String?) throws
      -> (any EventSource)?
  ) {
    let open = { @Sendable [authorization] (routed: RoutedRequest) throws -> (any EventSource)? in
      let caller = try authorization.caller(of: routed, access: endpoint.access)
      return try open(EndpointCall(endpoint, routed, caller: caller), routed.request.lastEventID)
    }
    add(endpoint, .stream(open))
  }

  /// Serves an endpoint whose answer is a whole response, such as one with an entity tag.
  mutating func serveResponse<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>,
    with answer: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> CloudResponse
  ) {
    let answer = { @Sendable [authorization] (routed: RoutedRequest) throws -> CloudResponse in
      let caller = try authorization.caller(of: routed, access: endpoint.access)
      return try answer(EndpointCall(endpoint, routed, caller: caller))
    }
    add(endpoint, .direct(answer))
  }

  mutating func add(_ declaration: any EndpointDeclaration, _ execution: EndpointExecution) {
    let endpoint = ServedEndpoint(declaration, execution)
    endpoints.append(endpoint)
    let shape = Shape(method: endpoint.method, segmentCount: endpoint.path.segments.count)
    // Literal segments win over parameters, so routes with fewer parameters are tried first.
    candidates[shape, default: []].append(endpoint)
    candidates[shape]?.sort { $0.path.parameterCount < $1.path.parameterCount }
  }

  /// Returns the methods that a path is served with, in order.
  package func methods(at path: [String]) -> [HTTPMethod] {
    Set(endpoints.filter { $0.path.match(path) != nil }.map(\.method))
      .sorted { $0.rawValue < $1.rawValue }
  }

  package func match(_ method: HTTPMethod, _ path: [String]) -> Match {
    for endpoint in candidates[Shape(method: method, segmentCount: path.count)] ?? [] {
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
  package let name: String
  package let method: HTTPMethod
  let path: PathTemplate
  let execution: EndpointExecution

  init(_ declaration: any EndpointDeclaration, _ execution: EndpointExecution) {
    self.declaration = declaration
    self.execution = execution
    name = declaration.name
    method = declaration.method
    path = declaration.path
  }

  /// Answers requests on the calling thread, together where that is less work.
  func answerAll(_ requests: [RoutedRequest]) -> [Result<CloudResponse, any Error>] {
    switch execution {
    case .direct(let answer): requests.map { routed in Result { try answer(routed) } }
    case .batched(let handler, nil): handler.answer(requests)
    case .batched, .planned, .stream: requests.map { _ in .failure(StoreError.wouldBlock) }
    }
  }
}

/// How the requests of an endpoint are answered.
enum EndpointExecution: Sendable {
  /// Each on a worker.
  case direct(@Sendable (RoutedRequest) throws -> CloudResponse)
  /// Each is read on a worker, and waits for its response without one.
  case planned(PlannedRequest<CloudResponse>)
  /// Together with others that wait; one that throws ``PlanMissing`` again after its plan.
  case batched(BatchHandler, plan: PlannedRequest<RideChange>? = nil)
  /// Each opens a stream; without a source there is nothing more to tell.
  case stream(@Sendable (RoutedRequest) throws -> (any EventSource)?)
}

/// Reads a request on a thread that may wait; returns what makes its plan, which may wait for another
/// program, so that no thread and no transaction waits with it.
typealias PlannedRequest<Plan: Sendable> =
  @Sendable (RoutedRequest) throws -> @Sendable () async throws -> Plan

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
