import Cloud
import CloudRoutes
import CloudStore
import Synchronization

/// Counts requests, for Prometheus. Source: Prometheus, "Exposition formats", text format 0.0.4.
final class ServerMetrics: Sendable {
  /// The requests of one endpoint: their statuses, and a histogram of their durations.
  private struct Series {
    var statuses: [Int: Int] = [:]
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
    var seconds = 0.0

    mutating func add(_ seconds: Double, _ status: Int) {
      statuses[status, default: 0] += 1
      let index = ServerMetrics.bounds.firstIndex { seconds <= $0 } ?? ServerMetrics.bounds.count
      counts[index] += 1
      self.seconds += seconds
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
      Self.gauge("requests_running", "Requests in work.", state.running),
      Self.gauge("connections_open", "Client connections.", state.connections),
      Self.gauge("streams_open", "Streams of events.", streams),
      Self.counter(
        "connections_displaced", "Connections closed in favor of newer ones.", state.displaced),
      Self.counter("requests_refused", "Requests refused because too many waited.", state.refused),
      Self.counter("failures", "Requests that the cloud failed to do.", state.failures),
      Self.counter(
        "log_entries_dropped", "Log entries dropped because the log's reader was too slow.",
        droppedLogEntries),
      Self.gauge("database_connections_limit", "The most database connections.", store.limit),
      Self.gauge("database_connections_open", "Open database connections.", store.open),
      Self.gauge("database_connections_busy", "Database connections in work.", store.busy),
      routes.map(Self.routes) ?? "",
    ].joined()
  }

  private static func routes(_ use: RouteModelUse) -> String {
    counter("route_questions", "Questions to what plans routes.", use.questions)
      + counter("route_failures", "Questions without a usable answer.", use.failures)
      + counter("routes_known", "Routes that were known from before.", use.known)
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private static func gauge(_ name: String, _ help: String, _ value: Int) -> String {
    head("koober_\(name)", "gauge", help) + "koober_\(name) \(value)\n"
  }

  private static func counter(_ name: String, _ help: String, _ value: Int) -> String {
    head("koober_\(name)_total", "counter", help) + "koober_\(name)_total \(value)\n"
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
      var total = 0
      for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], series.counts) {
        total += count
        text += "\(name)_bucket{endpoint=\"\(endpoint)\",le=\"\(bound)\"} \(total)\n"
      }
      text += "\(name)_sum{endpoint=\"\(endpoint)\"} \(series.seconds)\n"
      text += "\(name)_count{endpoint=\"\(endpoint)\"} \(total)\n"
    }
    return text
  }
}
