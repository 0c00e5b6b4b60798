public import Basics
public import Core
import FoundationEssentials

/// Answers requests, independently of the transport.
public struct CloudRouter: Sendable {
  /// The largest body that is read, in bytes.
  package static let largestBody = 64 << 10

  package let table: RouteTable
  /// The open streams.
  package let events: EventHub
  private let deadlines: RequestDeadlines
  private let workers: WorkerPool
  /// The workers for one cost each.
  private let separateWorkers: [EndpointCost: WorkerPool]

  /// The endpoints of the fast path, by their names.
  private let fastPath: [String: ServedEndpoint]
  private let batchers: [ObjectIdentifier: RequestBatcher]

  /// - Parameters:
  ///   - fastPath: Its services throw ``StoreError/wouldBlock`` instead of blocking; then a worker
  ///     answers the request from the other table.
  ///   - concurrentBatches: How many batches of one handler are answered side by side.
  package init(
    table: RouteTable, fastPath: RouteTable? = nil, concurrentBatches: Int, workers: WorkerPool
  ) {
    self.table = table
    let accounts = table.authorization.accounts
    events = EventHub(store: accounts.store, clock: accounts.clock)
    deadlines = accounts.store.deadlines
    self.workers = workers
    separateWorkers = EndpointCost.allCases.reduce(into: [:]) { $0[$1] = $1.makeWorkers() }
    self.fastPath = Dictionary(
      uniqueKeysWithValues: (fastPath?.endpoints ?? []).map { ($0.name, $0) })
    let retryWorkers = WorkerPool(count: 2, waiting: 1000)
    let deadlines = deadlines
    batchers = table.endpoints.compactMap(\.batchHandler).reduce(into: [:]) { batchers, handler in
      guard batchers[ObjectIdentifier(handler)] == nil else { return }
      batchers[ObjectIdentifier(handler)] = RequestBatcher(
        handler, concurrentBatches: concurrentBatches, retryWorkers: retryWorkers,
        deadlines: deadlines)
    }
  }

  /// Returns the workers on which an endpoint's requests are answered.
  package func workers(for endpoint: ServedEndpoint) -> WorkerPool {
    separateWorkers[endpoint.declaration.cost] ?? workers
  }

  /// Answers a request on one of the workers; throws when the cloud's own file failed.
  public func respond(to request: CloudRequest) async throws(FileError) -> CloudResponse {
    guard case .endpoint(let endpoint, let values) = table.match(request.method, request.path)
    else { return try answer(request).result.get() }
    return try await response(to: RoutedRequest(request, at: endpoint, values: values))
      .result.get()
  }

  /// Answers a request whose endpoint was found already, on one of the cloud's workers.
  package func response(to routed: RoutedRequest) async -> RoutedResponse {
    await withCheckedContinuation { continuation in
      start(routed) { continuation.resume(returning: $0) }
    }
  }

  /// Answers a request, after it was planned if it must be, on threads that may wait.
  package func start(_ routed: RoutedRequest, end: @escaping @Sendable (RoutedResponse) -> Void) {
    guard let plan = routed.endpoint.plan, !routed.request.isTooLarge else {
      return startAnswer(to: routed, end: end)
    }
    start(routed) {
      end(.refused)
    } _: {
      do {
        let request = try deadlines.work(until: routed.deadline) { try plan(routed) }
        // A plan that waits for nothing is made on this thread.
        Task.immediate { await finish(routed, plannedBy: request, end: end) }
      } catch {
        end(answer(for: routed) { throw error })
      }
    }
  }

  /// Works on a request on a thread that may wait, in its turn.
  private func start(
    _ routed: RoutedRequest, refuse: @escaping @Sendable () -> Void,
    _ job: @escaping @Sendable () -> Void
  ) {
    workers(for: routed.endpoint).start(
      for: routed.caller, standing: routed.standing, until: routed.deadline, refuse: refuse,
      job)
  }

  /// Opens a stream, on a thread that may wait; the source is `nil` for a response that is none.
  package func startStream(
    _ routed: RoutedRequest, end: @escaping @Sendable (RoutedResponse, (any EventSource)?) -> Void
  ) {
    start(routed) {
      end(.refused, nil)
    } _: {
      let source = Result {
        try deadlines.work(until: routed.deadline) { try routed.endpoint.stream?(routed) }
      }
      let response = answer(for: routed) {
        // Without anything to tell the client does not come back. Source: WHATWG HTML, section 9.2.3.
        CloudResponse(status: try source.get() == nil ? 204 : 200, body: Data())
      }
      end(response, (try? source.get()) ?? nil)
    }
  }

  /// Opens a stream and receives its events until it ends or the task is cancelled.
  public func stream(
    _ request: CloudRequest, receive: @escaping EventReceiver
  ) async throws(FileError) -> CloudResponse {
    guard case .endpoint(let endpoint, let values) = table.match(request.method, request.path),
      endpoint.stream != nil
    else { return try await respond(to: request) }
    let routed = RoutedRequest(request, at: endpoint, values: values)
    let (opened, source) = await withCheckedContinuation { continuation in
      startStream(routed) { continuation.resume(returning: ($0, $1)) }
    }
    let response = try opened.result.get()
    guard let source else { return response }
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    let number = events.open(source) { output in
      switch output {
      case .event(let event): receive(event)
      case .heartbeat: break
      case .end: continuation.finish()
      }
    }
    guard let number else { return Self.tooManyStreams }
    defer { events.close(number) }
    for await _ in ends {}
    return response
  }

  private func finish(
    _ routed: RoutedRequest, plannedBy request: PlanRequest,
    end: @escaping @Sendable (RoutedResponse) -> Void
  ) async {
    var routed = routed
    do {
      routed.plan = try await request()
    } catch {
      return end(answer(for: routed) { throw error })
    }
    // What is written in batches needs a thread; what is planned alone is answered here.
    if routed.endpoint.batchHandler != nil {
      startAnswer(to: routed, end: end)
    } else {
      end(answer(routed))
    }
  }

  private func startAnswer(
    to routed: RoutedRequest, end: @escaping @Sendable (RoutedResponse) -> Void
  ) {
    let batcher = routed.endpoint.batchHandler.flatMap { batchers[ObjectIdentifier($0)] }
    guard let batcher, !routed.request.isTooLarge else {
      return start(routed) {
        end(.refused)
      } _: {
        end(answer(routed))
      }
    }
    batcher.start(routed) { result in
      end(result.map { result in answer(for: routed) { try result.get() } } ?? .refused)
    }
  }

  /// Answers a request on the calling thread, which waits for disks and passwords.
  package func answer(_ request: CloudRequest) -> RoutedResponse {
    switch table.match(request.method, request.path) {
    case .endpoint(let endpoint, let values):
      answer(RoutedRequest(request, at: endpoint, values: values))
    case .otherMethods(let methods):
      RoutedResponse(Self.methodNotAllowed(methods))
    case .none:
      RoutedResponse(Self.noSuchEndpoint(request.path))
    }
  }

  /// Answers a request whose endpoint was found already.
  package func answer(_ routed: RoutedRequest) -> RoutedResponse {
    answer(for: routed) {
      guard !routed.request.isTooLarge else { throw APIError.tooLarge }
      return try routed.endpoint.answer(routed)
    }
  }

  /// Whether ``answerOnFastPath(_:)`` may answer a request.
  package func hasFastPath(_ routed: RoutedRequest) -> Bool {
    fastPath[routed.endpoint.name] != nil && routed.request.body == nil
  }

  /// Answers requests on the calling thread without blocking it; `nil` where a worker has to.
  package func answerOnFastPath(_ requests: [RoutedRequest]) -> [RoutedResponse?] {
    var responses = [RoutedResponse?](repeating: nil, count: requests.count)
    let groups = Dictionary(grouping: requests.indices) { requests[$0].endpoint.name }
    for (name, indices) in groups {
      guard let endpoint = fastPath[name] else { continue }
      let results = endpoint.answerAll(indices.map { requests[$0] })
      for (index, result) in zip(indices, results) {
        responses[index] =
          switch result {
          case .success(let response): RoutedResponse(response)
          case .failure(let error as APIError): RoutedResponse(Self.response(error))
          // The worker that tries again reports the error, if it is one.
          case .failure: nil
          }
      }
    }
    return responses
  }

  private func answer(
    for routed: RoutedRequest, _ find: () throws -> CloudResponse
  ) -> RoutedResponse {
    deadlines.work(until: routed.deadline) { response(to: routed, find) }
  }

  private func response(
    to routed: RoutedRequest, _ find: () throws -> CloudResponse
  ) -> RoutedResponse {
    do {
      return RoutedResponse(try find())
    } catch let error as APIError {
      return RoutedResponse(Self.response(error))
    } catch let error as RouteError {
      let cause: String? = if case .unavailable(let reason) = error { reason } else { nil }
      return RoutedResponse(Self.response(error), cause: cause)
    } catch StoreError.ownerGone where hasLostSession(routed) {
      return RoutedResponse(Self.response(APIError.notSignedIn))
    } catch let failure as StoreError {
      return RoutedResponse(result: Self.result(of: failure), cause: failure.reason)
    } catch is PasswordHasher.OutOfMemoryError {
      return RoutedResponse(
        Self.tryAgain("The cloud has too little memory to check a password."),
        cause: "there is no memory to hash a password")
    } catch {
      return RoutedResponse(Self.response(APIError.failed), cause: "\(error)")
    }
  }

  /// Whether the session of a rider's request has ended, as it does with the account.
  private func hasLostSession(_ routed: RoutedRequest) -> Bool {
    let access = routed.endpoint.declaration.access
    do {
      _ = try table.authorization.caller(of: routed, access: access)
      return false
    } catch {
      return access == .rider && error as? APIError == .notSignedIn
    }
  }

  private static func result(of failure: StoreError) -> Result<CloudResponse, FileError> {
    switch failure {
    case .file(let failure): .failure(failure)
    case .unavailable, .refused: .success(tryAgain("The cloud's database does not answer."))
    case .contended: .success(busy)
    case .broken, .ownerGone, .newerVersion: .success(response(APIError.failed))
    }
  }

  /// The 503 response of an overloaded server.
  package static var busy: CloudResponse { tryAgain("The cloud is too busy.") }

  /// The 429 response to a reader who has too many streams.
  package static var tooManyStreams: CloudResponse {
    response(
      APIError(
        .tooManyRequests, message: "There are as many streams open as there may be.",
        hint: "Close one of them."), retryAfterSeconds: 15)
  }

  /// The 404 response to a path that is no endpoint's.
  package static func noSuchEndpoint(_ path: [String]) -> CloudResponse {
    response(
      APIError(
        .noSuchEndpoint, message: "There is no endpoint '/\(path.joined(separator: "/"))'.",
        hint: "Check the address and the version."))
  }

  /// The 405 response that names the methods that a path has.
  package static func methodNotAllowed(_ methods: [HTTPMethod]) -> CloudResponse {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    return response(
      APIError(
        .methodNotAllowed, message: "That method is not possible there.", hint: "Use \(names)."))
  }

  private static func response(_ error: RouteError) -> CloudResponse {
    guard case .noRoad(let part) = error else {
      return tryAgain("What plans the routes does not answer.", code: .routesUnavailable)
    }
    let (message, field) =
      switch part {
      case .start: ("There is no road near the pick-up.", "pickup")
      case .end: ("There is no road near the drop-off.", "dropoff")
      case .between: ("No road leads from the pick-up to the drop-off.", "dropoff")
      }
    return response(
      APIError(.noRoad, message: message, hint: "Choose another place.", field: field))
  }

  private static func tryAgain(
    _ message: String, code: ErrorResponse.Code = .tryAgainLater
  ) -> CloudResponse {
    response(APIError(code, message: message, hint: "Try again in a moment."), retryAfterSeconds: 1)
  }

  private static func response(_ error: APIError, retryAfterSeconds: Int? = nil) -> CloudResponse {
    // An error consists of texts only, which always can be written as JSON.
    let body = try? JSONCoding.encode(error.document)
    return CloudResponse(
      status: error.document.error.code.status, body: body ?? Data(),
      retryAfterSeconds: retryAfterSeconds)
  }
}

/// A response, and the cause of a server error for the log.
package struct RoutedResponse: Sendable {
  package let result: Result<CloudResponse, FileError>
  /// The cause of a server error; not sent to clients.
  package let cause: String?
}

extension RoutedResponse {
  fileprivate init(_ response: CloudResponse, cause: String? = nil) {
    self.init(result: .success(response), cause: cause)
  }

  /// The response when too many requests wait.
  fileprivate static let refused = RoutedResponse(CloudRouter.busy)
}

extension EndpointCost {
  /// Makes workers for requests of this cost alone; `nil` for the cloud's own workers. Half of the
  /// processors may do one kind of long work, so that other requests never wait for all of them.
  fileprivate func makeWorkers() -> WorkerPool? {
    let half = min(max(ProcessInfo.processInfo.activeProcessorCount / 2, 1), 4)
    return switch self {
    case .rows: nil
    // A rider's write waits for one of them at the most.
    case .bulkWrite: WorkerPool(count: 1, waiting: 256)
    case .longRead, .export, .search, .evaluation: WorkerPool(count: half, waiting: 256)
    // Those who guess passwords over many connections wait for one another, and a rider who comes then
    // does not wait for all of them.
    case .passwordHash: WorkerPool(count: half, waiting: 256, isNewestFirst: true)
    }
  }
}

extension CloudRequest {
  fileprivate var isTooLarge: Bool { body?.count ?? 0 > CloudRouter.largestBody }
}

extension APIError {
  fileprivate static let tooLarge = APIError(
    .tooLarge, message: "The body is larger than \(CloudRouter.largestBody >> 10) KiB.",
    hint: "Send less.")

  fileprivate static let failed = APIError(
    .internalError, message: "The cloud failed to answer.",
    hint: "Try again; if it happens again, report it.")
}

/// Calls a router in this process.
public struct RouterTransport: CloudTransport {
  private let router: CloudRouter

  public init(router: CloudRouter) { self.router = router }

  public func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    do throws(FileError) {
      guard let receive else { return try await router.respond(to: request) }
      return try await router.stream(request, receive: receive)
    } catch {
      throw .storage(error)
    }
  }
}
