import Cloud
import Core
import FoundationEssentials

/// What whoever runs the server asks it, beside the contract.
struct OperationEndpoints: Sendable {
  let store: any CloudStore
  let workers: Workers
  let metrics: ServerMetrics
  let metricsToken: Secret?
  let log: any ServerLog
  let openAPI: Data
  /// Whether the server still takes new requests.
  let isServing: @Sendable () -> Bool

  func plan(_ request: HTTPRequest, _ target: RequestTarget) -> RequestHandler.Plan? {
    guard request.method == "GET" || request.method == "HEAD" else { return nil }
    switch target.path {
    case ["healthz"]: return .answer(Self.status("ok"), endpoint: "healthz")
    case ["readyz"]: return .work(endpoint: "readyz", on: workers, readiness)
    case ["metrics"] where mayReadMetrics(request):
      let text = metrics.text(
        store: store.connectionUse, droppedLogEntries: log.droppedCount)
      return .answer(
        .text(text, type: "text/plain; version=0.0.4; charset=utf-8"), endpoint: "metrics")
    case ["openapi.json"]:
      let answer = HTTPAnswer(
        status: 200, headers: ["Content-Type": "application/json"], body: openAPI)
      return .answer(answer, endpoint: "openapi")
    default: return nil
    }
  }

  /// Ready is who takes requests and reaches the database.
  private func readiness() -> RequestHandler.Outcome {
    guard isServing() else {
      return RequestHandler.Outcome(answer: Self.status("stopping", 503))
    }
    do throws(StoreFailure) {
      _ = try store.place(Identifier("readyz"))
      return RequestHandler.Outcome(answer: Self.status("ready"))
    } catch {
      return RequestHandler.Outcome(answer: Self.status("database", 503), cause: error.reason)
    }
  }

  private func mayReadMetrics(_ request: HTTPRequest) -> Bool {
    guard let metricsToken else { return ["127.0.0.1", "::1"].contains(request.peer) }
    return BearerToken.read(request.headers["authorization"]) == metricsToken
  }

  private static func status(_ text: String, _ status: Int = 200) -> HTTPAnswer {
    .text("{\"status\":\"\(text)\"}", type: "application/json", status: status)
  }
}
