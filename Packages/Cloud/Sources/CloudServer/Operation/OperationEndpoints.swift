import Cloud
import CloudRoutes
import CloudStore
import Core
import FoundationEssentials

/// The clients of a listener.
enum Audience: Sendable {
  /// The public, which uses the API.
  case clients
  /// The operators of the server: metrics and readiness.
  case operators
}

/// The endpoints beside the contract: health, readiness, metrics and the contract's description.
struct OperationEndpoints: Sendable {
  /// How long the checks of the database and of the routes may take, side by side: a proxy's check waits
  /// for a second or two.
  private static let longestCheck = Duration.milliseconds(900)

  let store: SQLStore
  let routeModel: any RouteModel
  /// Those of the checks alone: requests that wait for the database have all others.
  private let workers = WorkerPool(count: 4, waiting: 64)
  let metrics: ServerMetrics
  let events: EventHub
  let metricsToken: Secret?
  let log: any ServerLog
  let clock: any WallClock
  let openAPI: Data

  /// Returns what to do with a request; `nil` when it is for another endpoint.
  func plan(
    _ request: HTTPRequest, _ target: RequestTarget, for audience: Audience
  ) -> RequestHandler.Plan? {
    guard request.method == "GET" || request.method == "HEAD" else { return nil }
    switch (audience, target.path) {
    case (_, ["healthz"]): return .respond(Self.status("ok"), endpoint: "healthz")
    case (.operators, ["readyz"]):
      let deadline = RequestDeadline(after: Self.longestCheck)
      return .work(endpoint: "readyz") { end in
        workers.start(until: deadline, refuse: { end(RequestHandler.Outcome(response: .busy)) }) {
          Task.immediate { end(await readiness(by: deadline)) }
        }
      }
    case (.operators, ["metrics"]) where mayReadMetrics(request):
      let text = metrics.text(
        store: store.database.connectionUse, routes: routeModel.use,
        droppedLogEntries: log.droppedCount, streams: events.count)
      return .respond(
        .text(text, type: "text/plain; version=0.0.4; charset=utf-8"), endpoint: "metrics")
    case (.clients, ["openapi.json"]):
      let response = HTTPResponse(status: 200, headers: [HTTPResponse.jsonType], body: openAPI)
      return .respond(response, endpoint: "openapi")
    default: return nil
    }
  }

  /// A server is ready when it can write to the database and read from it; one that stops accepts no
  /// connections. What plans routes is shared by all servers, so without it each of them still does the
  /// rest, and only says so.
  private func readiness(by deadline: RequestDeadline) async -> RequestHandler.Outcome {
    let routes = Task.immediate { await hasRoutes(by: deadline) }
    defer { routes.cancel() }
    do throws(StoreError) {
      try store.deadlines.work(until: deadline) { () throws(StoreError) in
        let now = Date()
        try store.record(.readinessCheck, at: now)
        try store.readSample(UInt8(truncatingIfNeeded: now.milliseconds / 1000))
      }
    } catch {
      return RequestHandler.Outcome(response: Self.status("database", 503), cause: error.reason)
    }
    return RequestHandler.Outcome(response: Self.status(await routes.value ? "ready" : "routes"))
  }

  /// Whether routes can be planned, found out before a proxy gives up its question.
  private func hasRoutes(by deadline: RequestDeadline) async -> Bool {
    let (answers, continuation) = AsyncStream<Bool>.makeStream()
    let limit = Task.immediate {
      if (try? await clock.sleep(for: deadline.rest())) != nil { continuation.yield(false) }
    }
    let check = Task.immediate { continuation.yield((try? await routeModel.check()) != nil) }
    defer {
      check.cancel()
      limit.cancel()
    }
    return await answers.first { _ in true } ?? false
  }

  private func mayReadMetrics(_ request: HTTPRequest) -> Bool {
    guard let metricsToken else { return true }
    guard let given = BearerToken.read(request.fields[.authorization]) else { return false }
    // The time to compare hashes says nothing about the token.
    return SessionTokens.hash(given) == SessionTokens.hash(metricsToken)
  }

  private static func status(_ text: String, _ status: Int = 200) -> HTTPResponse {
    .text("{\"status\":\"\(text)\"}", type: "application/json", status: status)
  }
}
