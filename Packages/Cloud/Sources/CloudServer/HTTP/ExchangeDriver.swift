import Cloud
import CMicroHTTPD
import Core
import Dispatch
import FoundationEssentials
import Synchronization

/// Takes each request from its first header to its answer, on the library's network threads, which
/// never wait: what takes waiting is done by workers while the connection is suspended.
final class ExchangeDriver: Sendable {
  /// How much of a body that is too long is read before the connection is cut, in bytes.
  private static let mostForgottenBytes = 1 << 20

  private let handler: RequestHandler
  private let watch: ConnectionWatch
  private let metrics: ServerMetrics
  private let journal: RequestJournal
  private let isStopping = Mutex(false)
  /// The exchange of each connection that has one.
  private let exchanges = Mutex<[HTTPConnection: HTTPExchange]>([:])
  private let working = Mutex<[HTTPConnection: HTTPExchange]>([:])
  /// Entered by each request that has begun and not ended.
  let running = DispatchGroup()

  init(
    handler: RequestHandler, watch: ConnectionWatch, metrics: ServerMetrics,
    journal: RequestJournal
  ) {
    self.handler = handler
    self.watch = watch
    self.metrics = metrics
    self.journal = journal
  }

  func opened(_ connection: HTTPConnection) {
    metrics.connectionOpened()
    watch.opened(connection)
  }

  func closed(_ connection: HTTPConnection) {
    // The library does not complete a request for which it ran out of the connection's memory.
    ended(on: connection)
    metrics.connectionClosed()
    watch.closed(connection)
  }

  func began(_ exchange: HTTPExchange, on connection: HTTPConnection) {
    ended(on: connection)
    exchanges.withLock { $0[connection] = exchange }
    metrics.requestBegan()
    running.enter()
  }

  func ended(on connection: HTTPConnection) {
    guard exchanges.withLock({ $0.removeValue(forKey: connection) }) != nil else { return }
    metrics.requestEnded()
    watch.completed(connection)
    running.leave()
  }

  /// From now on connections are closed after their answer.
  func stopSoon() {
    isStopping.withLock { $0 = true }
  }

  /// Answers what workers still look for: whoever stops the server has waited long enough.
  func giveUp() {
    let all = working.withLock { working in
      defer { working = [:] }
      return working
    }
    for (connection, exchange) in all { resume(exchange, on: connection, with: Self.busy) }
  }

  /// Does the next step of an exchange; returns whether the connection is to go on.
  func proceed(
    _ exchange: HTTPExchange, on connection: HTTPConnection, method: String,
    received bytes: UnsafeRawBufferPointer
  ) -> Bool {
    switch exchange.phase.withLock({ $0 }) {
    case .started: return readHeaders(exchange, connection, method: method)
    case .reading(let request):
      guard bytes.isEmpty else { return read(bytes, of: request, exchange) }
      watch.received(connection)
      return plan(request, exchange, connection)
    case .overflowing(let count):
      guard bytes.isEmpty else {
        exchange.phase.withLock { $0 = .overflowing(bytes: count + bytes.count) }
        return count <= Self.mostForgottenBytes
      }
      return send(Self.tooLarge, exchange, connection)
    case .working, .sent: return true
    case .answered(let answer): return send(answer, exchange, connection)
    }
  }

  private func readHeaders(
    _ exchange: HTTPExchange, _ connection: HTTPConnection, method: String
  ) -> Bool {
    let names = [
      "authorization", "idempotency-key", "x-forwarded-for", "if-match", "if-none-match",
    ]
    let headers = names.reduce(into: [:]) { $0[$1] = connection.header($1) }
    let id = journal.requestID(offered: connection.header("X-Request-Id"))
    exchange.facts.withLock { facts in
      facts.requestID = id
      facts.method = method
    }
    if let length = connection.header("Content-Length").flatMap(Int.init),
      length > CloudRouter.largestBody
    {
      return send(Self.tooLarge, exchange, connection)
    }
    let request = HTTPRequest(
      method: method, target: exchange.target, headers: headers, peer: connection.peer)
    exchange.phase.withLock { $0 = .reading(request) }
    return true
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, of request: HTTPRequest, _ exchange: HTTPExchange
  ) -> Bool {
    var request = request
    request.body.append(contentsOf: bytes)
    let phase: HTTPExchange.Phase =
      request.body.count <= CloudRouter.largestBody
      ? .reading(request) : .overflowing(bytes: request.body.count)
    exchange.phase.withLock { $0 = phase }
    return true
  }

  private func plan(
    _ request: HTTPRequest, _ exchange: HTTPExchange, _ connection: HTTPConnection
  ) -> Bool {
    switch handler.plan(request) {
    case .answer(let answer, let endpoint):
      exchange.facts.withLock { $0.endpoint = endpoint }
      return send(answer, exchange, connection)
    case .work(let endpoint, let workers, let work):
      exchange.facts.withLock { $0.endpoint = endpoint }
      exchange.phase.withLock { $0 = .working }
      working.withLock { $0[connection] = exchange }
      connection.suspend()
      let isAccepted = workers.start { [self] in
        let outcome = work()
        if outcome.cause != nil { metrics.storeFailed() }
        exchange.facts.withLock { $0.cause = outcome.cause }
        finish(exchange, on: connection, with: outcome.answer)
      }
      if !isAccepted {
        metrics.requestRefused()
        finish(exchange, on: connection, with: Self.busy)
      }
      return true
    }
  }

  private func finish(
    _ exchange: HTTPExchange, on connection: HTTPConnection, with answer: HTTPAnswer
  ) {
    // Whoever gave up has answered, and the connection may be gone.
    let isWaiting = working.withLock { $0.removeValue(forKey: connection) === exchange }
    if isWaiting { resume(exchange, on: connection, with: answer) }
  }

  private func resume(
    _ exchange: HTTPExchange, on connection: HTTPConnection, with answer: HTTPAnswer
  ) {
    exchange.phase.withLock { $0 = .answered(answer) }
    connection.resume()
  }

  private func send(
    _ answer: HTTPAnswer, _ exchange: HTTPExchange, _ connection: HTTPConnection
  ) -> Bool {
    exchange.phase.withLock { $0 = .sent }
    let facts = exchange.facts.withLock { $0 }
    let seconds = exchange.seconds
    metrics.answered(facts.endpoint, status: answer.status, seconds: seconds)
    journal.answered(facts, status: answer.status, seconds: seconds)
    watch.answered(connection)
    var headers = HTTPAnswer.secureHeaders.filter { answer.headers[$0.0] == nil }
    headers.append(("X-Request-Id", facts.requestID))
    if isStopping.withLock({ $0 }) { headers.append(("Connection", "close")) }
    return connection.send(answer, headers: headers)
  }

  private static let busy = HTTPAnswer(CloudRouter.busy)
  private static let tooLarge = HTTPAnswer(CloudRouter.tooLarge)
}
