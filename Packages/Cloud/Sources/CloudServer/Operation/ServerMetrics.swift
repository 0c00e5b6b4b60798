import Cloud
import Synchronization

/// Counts requests, for Prometheus. Source: Prometheus, "Exposition formats", text format 0.0.4.
final class ServerMetrics: Sendable {
  /// The requests of one endpoint.
  private struct Series {
    var statuses: [Int: Int] = [:]
    var durations = Histogram()

    mutating func add(_ seconds: Double, _ status: Int) {
      statuses[status, default: 0] += 1
      durations.add(seconds)
    }
  }

  private struct Histogram {
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
    var sum = 0.0

    mutating func add(_ seconds: Double) {
      let index = ServerMetrics.bounds.firstIndex { seconds <= $0 } ?? ServerMetrics.bounds.count
      counts[index] += 1
      sum += seconds
    }
  }

  private struct State {
    var endpoints: [String: Series] = [:]
    var running = 0
    var connections = 0
    var displaced = 0
    var refused = 0
    var failures = 0
  }

  /// The upper bounds of the histogram, in seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

  private let state = Mutex(State())

  func requestBegan() { state.withLock { $0.running += 1 } }
  func requestEnded() { state.withLock { $0.running -= 1 } }
  func connectionOpened() { state.withLock { $0.connections += 1 } }
  func connectionClosed() { state.withLock { $0.connections -= 1 } }
  /// A connection was closed in favor of a newer one from the same network.
  func connectionDisplaced() { state.withLock { $0.displaced += 1 } }
  /// A request came when too many waited already.
  func requestRefused() { state.withLock { $0.refused += 1 } }
  /// Counts a server error.
  func storeFailed() { state.withLock { $0.failures += 1 } }

  func answered(_ endpoint: String, status: Int, seconds: Double) {
    state.withLock { $0.endpoints[endpoint, default: Series()].add(seconds, status) }
  }

  /// Returns the metrics in the text format.
  func text(
    store: ConnectionUse, routes: RouteModelUse?, droppedLogEntries: Int, streams: Int
  ) -> String {
    let state = state.withLock { $0 }
    return [
      Self.requests(state.endpoints), Self.durations(state.endpoints),
      Self.single("koober_requests_running", "gauge", "Requests in work.", state.running),
      Self.single("koober_connections_open", "gauge", "Client connections.", state.connections),
      Self.single("koober_streams_open", "gauge", "Streams of events.", streams),
      Self.single(
        "koober_connections_displaced_total", "counter",
        "Connections closed in favor of newer ones.", state.displaced),
      Self.single(
        "koober_requests_refused_total", "counter", "Requests refused because too many waited.",
        state.refused),
      Self.single(
        "koober_failures_total", "counter", "Requests that the cloud failed to do.",
        state.failures),
      Self.single(
        "koober_log_entries_dropped_total", "counter",
        "Log entries dropped because the log's reader was too slow.", droppedLogEntries),
      Self.single(
        "koober_database_connections_limit", "gauge", "The most database connections.",
        store.limit),
      Self.single(
        "koober_database_connections_open", "gauge", "Open database connections.", store.open),
      Self.single(
        "koober_database_connections_busy", "gauge", "Database connections in work.", store.busy),
      routes.map(Self.routes) ?? "",
    ].joined()
  }

  private static func routes(_ use: RouteModelUse) -> String {
    single(
      "koober_route_questions_total", "counter", "Questions to what plans routes.", use.questions)
      + single(
        "koober_route_failures_total", "counter", "Questions without a usable answer.",
        use.failures)
      + single(
        "koober_routes_known_total", "counter", "Routes that were known from before.", use.known)
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private static func single(
    _ name: String, _ type: String, _ help: String, _ value: Int
  ) -> String {
    head(name, type, help) + "\(name) \(value)\n"
  }

  private static func requests(_ endpoints: [String: Series]) -> String {
    let lines = endpoints.flatMap { endpoint, series in
      series.statuses.map { status, count in
        "koober_requests_total{endpoint=\"\(endpoint)\",status=\"\(status)\"} \(count)\n"
      }
    }
    return head("koober_requests_total", "counter", "Answered requests.") + lines.sorted().joined()
  }

  private static func durations(_ endpoints: [String: Series]) -> String {
    let name = "koober_request_seconds"
    var text = head(name, "histogram", "How long requests took.")
    for (endpoint, series) in endpoints.sorted(by: { $0.key < $1.key }) {
      let histogram = series.durations
      var total = 0
      for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
        total += count
        text += "\(name)_bucket{endpoint=\"\(endpoint)\",le=\"\(bound)\"} \(total)\n"
      }
      text += "\(name)_sum{endpoint=\"\(endpoint)\"} \(histogram.sum)\n"
      text += "\(name)_count{endpoint=\"\(endpoint)\"} \(total)\n"
    }
    return text
  }
}
