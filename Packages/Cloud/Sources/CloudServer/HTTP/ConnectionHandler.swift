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
  enum Need: Equatable {
    /// Call ``proceed(_:writes:)`` when the socket is ready for this.
    case ready(Poller.Interest)
    /// Call ``proceed(_:writes:)`` again, with writing, to send the response.
    case write
    /// Call ``finishAsking(_:)`` with the answer to ``question``.
    case ask
    /// A worker makes the response, after which the connection proceeds.
    case response
    /// Call ``proceed(_:writes:)`` again after the other connections.
    case anotherTurn
    case close
  }

  /// The objects that all connections of a server share.
  struct Shared: Sendable {
    let handler: RequestHandler
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
    /// The request may be answered together with those of other connections.
    case asking(RoutedRequest)
    /// A worker makes the response.
    case working
    case writing(then: Next)
    /// The rest of a refused request is read, so that the client can read the response.
    case ignoring(bytes: Int)
  }

  enum Next {
    case read, ignore, close
  }

  /// The reads from a socket in one turn; limited, so that other clients get their turn.
  private static let readsPerTurn = 4
  /// The responses of one turn to a client that sends requests without waiting.
  private static let responsesPerTurn = 16

  let identifier: UInt64
  let socket: Int32
  let client: IPAddress
  let audience: Audience
  let shared: Shared
  let channel: any ByteChannel
  let answer: @Sendable (UInt64, RequestHandler.Outcome) -> Void
  var phase = Phase.handshake
  var parser: RequestParser
  var output: [UInt8] = []
  var written = 0
  /// The request whose response is not written yet.
  var request: (lifecycle: RequestLifecycle, isHead: Bool, keepsConnection: Bool)?
  var hasServed = false
  /// When the client has taken too long; `nil` while the server works.
  var deadline: ContinuousClock.Instant?
  /// Closes the connection after the next response.
  var isStopping = false
  /// The events that the poller waits for; `nil` when it has forgotten the broken connection.
  var interest: Poller.Interest? = .reading

  /// - Parameter answer: Brings a worker's outcome back to the loop.
  init(
    identifier: UInt64, socket: Int32, client: IPAddress, audience: Audience,
    channel: any ByteChannel, shared: Shared,
    answer: @escaping @Sendable (UInt64, RequestHandler.Outcome) -> Void
  ) {
    self.identifier = identifier
    self.socket = socket
    self.client = client
    self.audience = audience
    self.channel = channel
    self.shared = shared
    self.answer = answer
    parser = RequestParser(limits: shared.limits)
    setDeadline(shared.limits.requestSeconds)
  }

  /// Whether no request of the connection has begun, so that closing it loses nothing.
  var isDispensable: Bool {
    switch phase {
    case .handshake, .ignoring: true
    case .reading: !parser.isInBody
    case .asking, .working, .writing: false
    }
  }

  /// The request that may be answered at once.
  var question: RoutedRequest? {
    if case .asking(let question) = phase { question } else { nil }
  }

  /// Whether a worker makes the response.
  var isWorking: Bool {
    if case .working = phase { true } else { false }
  }

  /// Does what can be done without waiting.
  ///
  /// - Parameter writes: Whether the response may be written that is made meanwhile.
  func proceed(_ buffer: UnsafeMutableRawBufferPointer, writes: Bool) -> Need {
    var (reads, responses) = (0, 0)
    // The poller reports what has come after a request; only what it does not see is looked for.
    var isDrained = false
    while true {
      switch phase {
      case .handshake:
        switch channel.handshake() {
        case .moved: phase = .reading
        case .wait(let interest): return .ready(interest)
        case .closed: return .close
        }
      case .reading:
        guard handleReceivedBytes() else { continue }
        if isDrained, !channel.hasBufferedBytes { return .ready(.reading) }
        guard reads < Self.readsPerTurn else { return .anotherTurn }
        reads += 1
        switch channel.read(into: buffer) {
        case .moved(let count):
          isDrained = count < buffer.count
          receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .wait(let interest): return .ready(interest)
        case .closed: return .close
        }
      case .asking: return .ask
      case .working: return .response
      case .writing where !writes: return .write
      case .writing(let next):
        switch write() {
        case .moved:
          if !finishWriting(next) { return .close }
          responses += 1
          if responses == Self.responsesPerTurn { return .anotherTurn }
          isDrained = true
        case .wait(let interest): return .ready(interest)
        case .closed: return .close
        }
      case .ignoring(let bytes):
        guard reads < Self.readsPerTurn else { return .anotherTurn }
        reads += 1
        switch channel.read(into: buffer) {
        case .moved(let count): phase = .ignoring(bytes: bytes + count)
        case .wait(let interest): return .ready(interest)
        case .closed: return .close
        }
        if bytes > shared.limits.ignored { return .close }
      }
    }
  }

  /// Receives the answer to ``question``; without one a worker makes the response.
  func finishAsking(_ outcome: RequestHandler.Outcome?) {
    guard let question else { return }
    if let outcome { return respond(outcome) }
    start(shared.handler.start(question))
  }

  /// Receives the response of a worker.
  func finish(_ outcome: RequestHandler.Outcome) {
    if isWorking { respond(outcome) }
  }

  private func respond(_ outcome: RequestHandler.Outcome) {
    if outcome.cause != nil { shared.metrics.storeFailed() }
    // Without a cause the server itself has too much to do.
    if outcome.response.status == 503, outcome.cause == nil { shared.metrics.requestRefused() }
    request?.lifecycle.cause = outcome.cause
    respond(outcome.response)
  }

  /// Ends a connection whose client has taken too long; returns whether a response is on its way.
  func expire() -> Bool {
    deadline = nil
    guard case .reading = phase, !parser.isIdle else { return false }
    refuse(.timedOut)
    return true
  }

  /// Releases what the connection holds.
  func close() {
    if request != nil {
      request = nil
      shared.metrics.requestEnded()
    }
    Glibc.close(socket)
  }
}
