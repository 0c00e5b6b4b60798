import Cloud
import Core
import FoundationEssentials

/// Answers requests: some at once, the others on a worker.
struct RequestHandler: Sendable {
  /// What to do with a request.
  enum Plan: Sendable {
    /// The answer is there; finding it took no waiting.
    case answer(HTTPAnswer, endpoint: String)
    /// The answer takes waiting for a disk or a password.
    case work(endpoint: String, on: Workers, @Sendable () -> Outcome)
  }

  /// What work came to.
  struct Outcome: Sendable {
    let answer: HTTPAnswer
    /// Why the cloud could not do what was asked.
    var cause: String?
  }

  let router: CloudRouter
  let operation: OperationEndpoints
  let limits: RequestLimits
  let trustsForwardedAddress: Bool

  func plan(_ request: HTTPRequest) -> Plan {
    guard let target = RequestTarget(request.target) else {
      return .answer(
        .refusal(
          .invalidRequest, message: "The address of the request cannot be read.",
          hint: "Percent-encode it, and name each parameter once."), endpoint: "none")
    }
    if let plan = operation.plan(request, target) { return plan }
    // A HEAD is answered as a GET, of which only the headers are sent.
    let name = request.method == "HEAD" ? "GET" : request.method
    let method = HTTPMethod(rawValue: name)
    switch router.table.match(method ?? .get, target.path) {
    case .endpoint(let endpoint, let values) where method != nil:
      return plan(
        endpoint, cloudRequest(request, target, endpoint.declaration.method), request, values)
    case .endpoint, .otherMethods:
      return methodNotAllowed(router.table.methods(at: target.path))
    case .none:
      let routed = router.answer(cloudRequest(request, target, .get))
      return .answer(Self.outcome(routed).answer, endpoint: "none")
    }
  }

  private func plan(
    _ endpoint: ServedEndpoint, _ cloudRequest: CloudRequest, _ request: HTTPRequest,
    _ values: [String: String]
  ) -> Plan {
    let forwarded = trustsForwardedAddress ? request.headers["x-forwarded-for"] : nil
    let address = ClientAddress.key(peer: request.peer, forwarded: forwarded)
    let name = endpoint.declaration.name
    if let seconds = limits.count(name, from: address, body: request.body) {
      let refusal = HTTPAnswer.refusal(
        .tooManyRequests, message: "There were too many requests of this kind.",
        hint: "Try again in \(seconds) seconds.", retryAfterSeconds: seconds)
      return .answer(refusal, endpoint: name.rawValue)
    }
    return .work(endpoint: name.rawValue, on: router.workers(for: endpoint)) {
      let outcome = Self.outcome(router.answer(cloudRequest, at: endpoint, values: values))
      limits.note(
        name, from: address, body: request.body, status: outcome.answer.status)
      return outcome
    }
  }

  private func cloudRequest(
    _ request: HTTPRequest, _ target: RequestTarget, _ method: HTTPMethod
  ) -> CloudRequest {
    CloudRequest(
      method: method, path: target.path, query: target.query,
      token: BearerToken.read(request.headers["authorization"]),
      idempotencyKey: request.headers["idempotency-key"], condition: Self.condition(request),
      body: request.body.isEmpty ? nil : request.body)
  }

  private static func condition(_ request: HTTPRequest) -> RequestCondition? {
    request.headers["if-match"].map { .match($0) }
      ?? request.headers["if-none-match"].map { .noneMatch($0) }
  }

  private static func outcome(_ routed: RoutedAnswer) -> Outcome {
    switch routed.result {
    case .success(let response):
      return Outcome(answer: HTTPAnswer(response), cause: routed.cause)
    case .failure:
      let refusal = HTTPAnswer.refusal(
        .tryAgainLater, message: "The cloud's storage does not work.",
        hint: "Try again in a moment.", retryAfterSeconds: 5)
      return Outcome(answer: refusal, cause: routed.cause)
    }
  }

  private func methodNotAllowed(_ methods: [HTTPMethod]) -> Plan {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    var answer = HTTPAnswer(CloudRouter.methodNotAllowed(methods))
    answer.headers["Allow"] = names
    return .answer(answer, endpoint: "none")
  }
}

/// The token in an `Authorization` header. Source: RFC 6750, section 2.1.
enum BearerToken {
  static func read(_ header: String?) -> Secret? {
    guard let header, let blank = header.firstIndex(of: " "),
      header[..<blank].lowercased() == "bearer"
    else { return nil }
    return Secret(String(header[header.index(after: blank)...]).trimmingBlanks)
  }
}
