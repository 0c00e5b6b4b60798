public import Basics
import CloudStore
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
    var batchers: [ObjectIdentifier: RequestBatcher] = [:]
    for case .batched(let handler, _) in table.endpoints.map(\.execution)
    where batchers[ObjectIdentifier(handler)] == nil {
      batchers[ObjectIdentifier(handler)] = RequestBatcher(
        handler, concurrentBatches: concurrentBatches, retryWorkers: retryWorkers,
        deadlines: deadlines)
    }
    self.batchers = batchers
  }

  /// Returns the workers on which an endpoint's requests are answered.
  package func workers(for endpoint: ServedEndpoint) -> WorkerPool {
    separateWorkers[endpoint.declaration.cost] ?? workers
  }

  /// Answers a request, where it takes waiting on one of the workers; throws when the cloud's own file
  /// failed.
  public func respond(to request: CloudRequest) async throws(FileError) -> CloudResponse {
    switch table.match(request.method, request.path) {
    case .endpoint(let endpoint, let values):
      let routed = RoutedRequest(request, at: endpoint, values: values)
      let response = await response(to: routed)
      return response.source == nil ? try response.result.get() : .error(.isStream)
    case .otherMethods(let methods): return .methodNotAllowed(methods)
    case .none: return .noSuchEndpoint(request.path)
    }
  }

  /// Answers a request whose endpoint was found already.
  package func response(to routed: RoutedRequest) async -> RoutedResponse {
    await withCheckedContinuation { continuation in
      start(routed) { continuation.resume(returning: $0) }
    }
  }

  /// Opens a stream and receives its events until it ends or the task is cancelled.
  public func stream(
    _ request: CloudRequest, receive: @escaping EventReceiver
  ) async throws(FileError) -> CloudResponse {
    guard case .endpoint(let endpoint, let values) = table.match(request.method, request.path)
    else { return try await respond(to: request) }
    let opened = await response(to: RoutedRequest(request, at: endpoint, values: values))
    let response = try opened.result.get()
    guard let source = opened.source else { return response }
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    let number = events.open(source) { output in
      switch output {
      case .event(let event): receive(event)
      case .heartbeat: break
      case .end: continuation.finish()
      }
    }
    guard let number else { return .tooManyStreams }
    defer { events.close(number) }
    for await _ in ends {}
    return response
  }

  /// Answers a request as its endpoint is executed, on threads that may wait.
  package func start(_ routed: RoutedRequest, end: @escaping @Sendable (RoutedResponse) -> Void) {
    guard !routed.request.isTooLarge else { return end(RoutedResponse(.error(.tooLarge))) }
    switch routed.endpoint.execution {
    case .direct(let answer):
      work(on: routed, end) { end(self.answer(routed) { try answer(routed) }) }
    case .planned(let plan):
      makePlan(plan, for: routed, end) { end(RoutedResponse($0)) }
    case .batched(let handler, let plan): start(routed, in: handler, plan, end)
    case .stream(let open):
      work(on: routed, end) {
        end(
          response(to: routed) {
            let source = try deadlines.work(until: routed.deadline) { try open(routed) }
            // Without a source the client does not come back. Source: WHATWG HTML, section 9.2.3.
            let response = CloudResponse(status: source == nil ? 204 : 200, body: Data())
            return RoutedResponse(response, source: source)
          })
      }
    }
  }

  /// Works on a request on a thread that may wait, in its turn.
  private func work(
    on routed: RoutedRequest, _ end: @escaping @Sendable (RoutedResponse) -> Void,
    _ job: @escaping @Sendable () -> Void
  ) {
    workers(for: routed.endpoint).start(
      for: routed.caller, standing: routed.standing, until: routed.deadline,
      refuse: { end(RoutedResponse(.busy)) }, job)
  }

  /// Reads a request on a worker, makes its plan without one, and continues with the plan.
  private func makePlan<Plan>(
    _ plan: @escaping PlannedRequest<Plan>, for routed: RoutedRequest,
    _ end: @escaping @Sendable (RoutedResponse) -> Void,
    then proceed: @escaping @Sendable (Plan) -> Void
  ) {
    work(on: routed, end) {
      do {
        let make = try deadlines.work(until: routed.deadline) { try plan(routed) }
        // A plan that waits for nothing is made on this thread.
        Task.immediate {
          do {
            proceed(try await make())
          } catch {
            end(answer(routed) { throw error })
          }
        }
      } catch {
        end(answer(routed) { throw error })
      }
    }
  }

  private func start(
    _ routed: RoutedRequest, in handler: BatchHandler, _ plan: PlannedRequest<RideChange>?,
    _ end: @escaping @Sendable (RoutedResponse) -> Void
  ) {
    batchers[ObjectIdentifier(handler)]?.start(routed) { result in
      if let plan, case .failure(is PlanMissing) = result {
        return makePlan(plan, for: routed, end) { change in
          var routed = routed
          routed.change = change
          start(routed, in: handler, nil, end)
        }
      }
      end(result.map { result in answer(routed) { try result.get() } } ?? RoutedResponse(.busy))
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
          case .failure(let error as APIError): RoutedResponse(.error(error))
          // The worker that tries again reports the error, if it is one.
          case .failure: nil
          }
      }
    }
    return responses
  }

  private func answer(
    _ routed: RoutedRequest, _ find: () throws -> CloudResponse
  ) -> RoutedResponse {
    response(to: routed) { RoutedResponse(try find()) }
  }

  /// Returns the response that `find` makes, or the one to the error that it throws.
  private func response(
    to routed: RoutedRequest, _ find: () throws -> RoutedResponse
  ) -> RoutedResponse {
    deadlines.work(until: routed.deadline) {
      do {
        return try find()
      } catch StoreError.ownerGone where hasLostSession(routed) {
        return RoutedResponse(.error(.notSignedIn))
      } catch {
        return RoutedResponse(failure: error)
      }
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
}

extension CloudRequest {
  fileprivate var isTooLarge: Bool { body?.count ?? 0 > CloudRouter.largestBody }
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
