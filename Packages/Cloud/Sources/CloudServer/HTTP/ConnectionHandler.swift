import Cloud
import Core
import FoundationEssentials
import Glibc

/// Serves one connection: reads requests, has them answered, and writes the responses in order.
///
/// All calls come from the thread of the ``EventLoop``, and none of them waits: what takes
/// waiting is done by a worker, whose response comes back through the loop.
final class ConnectionHandler {
  /// The next step of the event loop for the connection.
  enum NextStep: Equatable {
    /// Wait until the socket is ready, then read or write.
    case wait(for: Poller.Interest)
    /// Call ``write()``, after the fast path has answered the request of ``fastPathRequest``.
    case write
    /// A worker makes the response.
    case waitForWorker
    /// Read again after the other connections.
    case takeTurns
    case close
  }

  /// The objects that all connections of a server share.
  struct Shared: Sendable {
    let handler: RequestHandler
    /// The open streams.
    let events: EventHub
    let metrics: ServerMetrics
    let log: AccessLog
    let encoder: ResponseEncoder
    let limits: HTTPLimits
    let clock: any WallClock
  }

  enum Phase {
    case handshake
    /// The client sends a request, or may send one.
    case reading
    /// The fast path may answer the request.
    case onFastPath(RoutedRequest)
    /// A worker makes the response.
    case working
    case writing(then: Next)
    /// Events are sent as they come.
    case streaming(EventStreamWriter)
    /// The rest of a refused request is read, so that the client can read the response.
    case ignoring(bytes: Int)
  }

  enum Next { case read, ignore, close }

  let identifier: UInt64
  let socket: Int32
  let client: IPAddress
  let audience: Audience
  let shared: Shared
  let channel: any ByteChannel
  let post: @Sendable (EventLoop.Message) -> Void
  var phase = Phase.handshake
  var parser: RequestParser
  var output: [UInt8] = []
  var written = 0
  /// The request whose response is not written yet.
  var request:
    (lifecycle: RequestLifecycle, isHead: Bool, keepsConnection: Bool, isVersion10: Bool)?
  var hasServed = false
  /// When the client has taken too long; `nil` while the server works.
  var deadline: ContinuousClock.Instant?
  /// Closes the connection after the next response.
  var isStopping = false
  /// The events that the poller waits for; `nil` when it has forgotten the broken connection.
  var interest: Poller.Interest? = .reading

  /// - Parameter post: Brings a worker's outcome, and what a stream sends, back to the loop.
  init(
    identifier: UInt64, socket: Int32, client: IPAddress, audience: Audience,
    channel: any ByteChannel, shared: Shared, post: @escaping @Sendable (EventLoop.Message) -> Void
  ) {
    (self.identifier, self.socket, self.channel) = (identifier, socket, channel)
    (self.client, self.audience) = (client, audience)
    (self.shared, self.post) = (shared, post)
    parser = RequestParser(limits: shared.limits)
    setDeadline(shared.limits.requestSeconds)
  }

  var group: ConnectionGroup { ConnectionGroup(audience: audience, network: client.network) }

  /// Whether no request of the connection has begun, so that closing it loses nothing.
  var isDispensable: Bool {
    switch phase {
    case .handshake, .ignoring: true
    case .reading: !parser.isInBody
    case .onFastPath, .working, .writing, .streaming: false
    }
  }

  /// The request that the fast path may answer.
  var fastPathRequest: RoutedRequest? {
    if case .onFastPath(let request) = phase { request } else { nil }
  }

  /// Whether a worker makes the response.
  var isWorking: Bool { if case .working = phase { true } else { false } }

  /// Receives the answer to ``fastPathRequest``; without one a worker makes the response.
  func finishFastPath(_ outcome: RequestHandler.Outcome?) {
    guard let fastPathRequest else { return }
    if let outcome { return respond(outcome) }
    start(shared.handler.start(fastPathRequest))
  }

  /// Receives the response of a worker.
  func finish(_ outcome: RequestHandler.Outcome) { if isWorking { respond(outcome) } }

  private func respond(_ outcome: RequestHandler.Outcome) {
    if outcome.cause != nil { shared.metrics.storeFailed() }
    // Without a cause the server itself has too much to do.
    if outcome.response.status == 503, outcome.cause == nil { shared.metrics.requestRefused() }
    request?.lifecycle.cause = outcome.cause
    // A stream is the last response on its connection: when it ends, the reader comes back.
    if outcome.response.isStream { request?.keepsConnection = false }
    if let source = outcome.source, request?.isHead == false { return open(source) }
    respond(outcome.response)
  }

  /// Ends a connection whose client has taken too long; returns whether a response is on its way.
  func expire() -> Bool {
    deadline = nil
    // A reader who does not take what is sent comes back and goes on where it was.
    guard case .reading = phase, !parser.isIdle else { return false }
    refuse(.timedOut)
    return true
  }

  /// Releases what the connection holds.
  func close() {
    if case .streaming(let stream) = phase { shared.events.close(stream.number) }
    if request != nil {
      request = nil
      shared.metrics.requestEnded()
    }
    Glibc.close(socket)
  }
}

/// Writes responses.
extension ConnectionHandler {
  func respond(_ response: HTTPResponse, then next: Next? = nil) {
    guard let request else { return }
    let closes = next != nil || !request.keepsConnection || isStopping
    let lifecycle = request.lifecycle
    let seconds = lifecycle.seconds
    shared.metrics.answered(lifecycle.endpoint, status: response.status, seconds: seconds)
    shared.log.answered(lifecycle, status: response.status, seconds: seconds)
    output = shared.encoder.encode(
      response, requestID: lifecycle.requestID, closes: closes, isHead: request.isHead,
      isChunked: !request.isVersion10, at: shared.clock.now)
    phase = .writing(then: next ?? (closes ? .close : .read))
    setDeadline(shared.limits.responseSeconds)
  }

  /// Writes the response until all of it is sent or the socket is full.
  func write() -> NextStep {
    guard case .writing(let next) = phase else { return .waitForWorker }
    while written < output.count {
      let result = output.withUnsafeBytes { bytes in
        // The size stays the same for a repeated call, as TLS requires.
        channel.write(UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(16 << 10)))
      }
      switch result {
      case .moved(let count): written += count
      case .wait(let interest): return .wait(for: interest)
      case .closed: return .close
      }
    }
    return finishWriting(next)
  }

  private func finishWriting(_ next: Next) -> NextStep {
    (output, written) = ([], 0)
    // An interim response ends no request.
    if request != nil {
      request = nil
      shared.metrics.requestEnded()
    }
    switch next {
    case .read:
      phase = .reading
      if parser.isInBody { return .takeTurns }
      setDeadline(isStopping ? shared.limits.graceSeconds : shared.limits.requestSeconds)
      return parser.isIdle && !channel.hasBufferedBytes ? .wait(for: .reading) : .takeTurns
    case .ignore:
      channel.finishWriting()
      setDeadline(shared.limits.ignoringSeconds)
      phase = .ignoring(bytes: 0)
      return .takeTurns
    case .close:
      channel.finishWriting()
      return .close
    }
  }

  func setDeadline(_ seconds: Int) { deadline = .now + .seconds(seconds) }
}
