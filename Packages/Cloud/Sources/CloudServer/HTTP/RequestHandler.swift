import Basics
import Cloud
import Core
import FoundationEssentials

/// Answers requests: some at once, the others on a worker.
struct RequestHandler: Sendable {
  typealias Start = @Sendable (@escaping @Sendable (Outcome) -> Void) -> Void

  /// How a request is answered.
  enum Plan: Sendable {
    case respond(HTTPResponse, endpoint: String)
    /// The response may be found without blocking; see ``RequestHandler/answerOnFastPath(_:)``.
    case fastPath(RoutedRequest)
    /// A worker makes the response, which takes waiting for a disk or a password.
    case work(endpoint: String, start: Start)
  }

  /// The result of work.
  struct Outcome: Sendable {
    let response: HTTPResponse
    /// The cause of a server error, for the log.
    var cause: String?
    /// What follows a response that begins a stream.
    var source: (any EventSource)?
  }

  let router: CloudRouter
  let operation: OperationEndpoints
  let limits: RateLimiter
  let trustedProxyCount: Int

  /// Returns the address of the client that a request comes from on a connection with a peer.
  ///
  /// Each proxy adds the address that it sees behind those that are there, so what the client
  /// itself wrote stands further left than what the trusted proxies wrote.
  func client(of request: HTTPRequest, from peer: IPAddress) -> IPAddress {
    guard trustedProxyCount > 0, let forwarded = request.fields[.forwardedFor] else { return peer }
    let addresses = forwarded.split(separator: ",", omittingEmptySubsequences: false)
    let index = addresses.count - trustedProxyCount
    guard index >= 0, let client = IPAddress(String(addresses[index]).trimmingBlanks)
    else { return peer }
    return client
  }

  /// Returns what to do with a request.
  func plan(_ request: HTTPRequest, from client: IPAddress, for audience: Audience) -> Plan {
    guard let target = RequestTarget(request.target) else {
      return .respond(
        .error(
          .invalidRequest, message: "The address of the request cannot be read.",
          hint: "Percent-encode it, and name each of at most 50 parameters once."), endpoint: "none"
      )
    }
    if let plan = operation.plan(request, target, for: audience) { return plan }
    // Slashes that follow one another, or end the path, are not folded: a proxy in front may have
    // rules for exactly one path.
    guard audience == .clients, !target.path.contains("") else { return noSuchEndpoint(target) }
    if let plan = FollowPage.plan(request, target) ?? followPage(request, target, client) {
      return plan
    }
    // A HEAD is answered as a GET, but only the headers are sent.
    let name = request.method == "HEAD" ? "GET" : request.method
    let method = HTTPMethod(rawValue: name)
    switch router.table.match(method ?? .get, target.path) {
    case .endpoint(let endpoint, let values) where method != nil:
      return plan(endpoint, cloudRequest(request, target, endpoint.method), values, client)
    case .endpoint, .otherMethods:
      let methods = router.table.methods(at: target.path)
      var answer = HTTPResponse(.methodNotAllowed(methods))
      answer.headers.append(("Allow", methods.map(\.rawValue).joined(separator: ", ")))
      return .respond(answer, endpoint: "none")
    case .none: return noSuchEndpoint(target)
    }
  }

  private func plan(
    _ endpoint: ServedEndpoint, _ cloudRequest: CloudRequest, _ values: [String: String],
    _ client: IPAddress
  ) -> Plan {
    var cloudRequest = cloudRequest
    cloudRequest.clientAddress = client.description
    var routed = RoutedRequest(cloudRequest, at: endpoint, values: values)
    if let seconds = limits.count(&routed, from: client.network) {
      return .respond(.tooMany(seconds), endpoint: endpoint.name)
    }
    if router.hasFastPath(routed) { return .fastPath(routed) }
    return .work(endpoint: endpoint.name, start: start(routed))
  }

  /// Returns what to do with a request for the page of a link, which tells whether it leads somewhere.
  private func followPage(
    _ request: HTTPRequest, _ target: RequestTarget, _ client: IPAddress
  ) -> Plan? {
    guard request.method == "GET" || request.method == "HEAD", target.path.count == 2,
      target.path[0] == "follow",
      case .endpoint(let endpoint, let values) = router.table.match(.get, target.path + ["ride"])
    else { return nil }
    switch plan(endpoint, cloudRequest(request, target, .get), values, client) {
    case .respond(let response, _):
      return .respond(FollowPage.page(response), endpoint: "followPage")
    case .work(_, let start):
      return .work(endpoint: "followPage") { end in
        start { end(Outcome(response: FollowPage.page($0.response), cause: $0.cause)) }
      }
    case .fastPath: return nil
    }
  }

  /// Answers requests together without blocking; the outcome is `nil` where a worker has to answer.
  func answerOnFastPath(_ requests: [RoutedRequest]) -> [Outcome?] {
    zip(requests, router.answerOnFastPath(requests)).map { routed, response in
      response.map { outcome(of: routed, $0) }
    }
  }

  /// Returns what starts work for a request.
  func start(_ routed: RoutedRequest) -> Start {
    { end in router.start(routed) { end(outcome(of: routed, $0)) } }
  }

  private func outcome(of routed: RoutedRequest, _ result: RoutedResponse) -> Outcome {
    let response =
      switch result.result {
      case .success(let response): HTTPResponse(response)
      case .failure(let failure) where failure.kind == .busy: HTTPResponse(.busy)
      case .failure(let failure):
        HTTPResponse.error(
          .tryAgainLater,
          message: failure.kind == .full
            ? "The cloud's disk is full: nothing was changed, and a session that was to end goes on."
            : "The cloud's storage does not work.",
          hint: "Try again in a moment.", retryAfterSeconds: 5)
      }
    let wait = limits.note(routed, status: response.status)
    if let wait { return Outcome(response: .tooMany(wait)) }
    return Outcome(
      response: result.source == nil ? response : .eventStream, cause: result.cause,
      source: result.source)
  }

  private func cloudRequest(
    _ request: HTTPRequest, _ target: RequestTarget, _ method: HTTPMethod
  ) -> CloudRequest {
    // The remote evaluation protocol lets clients send their token in either field.
    let key = target.path.first == "ofrep" ? request.fields[.apiKey].map { Secret($0) } : nil
    return CloudRequest(
      method: method, path: target.path, query: target.query,
      token: BearerToken.read(request.fields[.authorization]) ?? key,
      idempotencyKey: request.fields[.idempotencyKey],
      condition: request.fields[.ifMatch].map { .match($0) }
        ?? request.fields[.ifNoneMatch].map { .noneMatch($0) },
      body: request.body.isEmpty ? nil : request.body, lastEventID: request.fields[.lastEventID])
  }

  private func noSuchEndpoint(_ target: RequestTarget) -> Plan {
    .respond(HTTPResponse(.noSuchEndpoint(target.path)), endpoint: "none")
  }
}

extension HTTPResponse {
  /// The 429 response to a caller that has sent too many requests.
  fileprivate static func tooMany(_ seconds: Int) -> HTTPResponse {
    .error(
      .tooManyRequests, message: "There were too many requests of this kind.",
      hint: "Try again in \(seconds) second\(seconds == 1 ? "" : "s").", retryAfterSeconds: seconds)
  }
}

/// The token in an `Authorization` header. Source: RFC 6750, section 2.1.
enum BearerToken {
  static func read(_ header: String?) -> Secret? {
    guard let bytes = header?.utf8, let blank = bytes.firstIndex(of: UInt8(ascii: " ")),
      bytes[..<blank].elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 })
    else { return nil }
    return Secret(String(bytes[blank...].drop { $0.isBlank }) ?? "")
  }
}
