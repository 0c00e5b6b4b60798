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

  private enum Phase {
    case handshake
    /// The client sends a request, or may send one.
    case reading
    /// A worker makes the response.
    case working
    case writing(then: Next)
    /// The rest of a refused request is read, so that the client can read the response.
    case ignoring(bytes: Int)
  }

  private enum Next {
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
  private let shared: Shared
  private let channel: any ByteChannel
  private let answer: @Sendable (UInt64, RequestHandler.Outcome) -> Void
  private var phase = Phase.handshake
  private var parser: RequestParser
  private var output: [UInt8] = []
  private var written = 0
  /// The request whose response is not written yet.
  private var request: (lifecycle: RequestLifecycle, isHead: Bool, keepsConnection: Bool)?
  private var hasServed = false
  /// When the client has taken too long; `nil` while the server works.
  private(set) var deadline: ContinuousClock.Instant?
  /// Closes the connection after the next response.
  var isStopping = false
  /// What the poller waits for; `nil` when it has forgotten the connection, which is broken.
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
    case .working, .writing: false
    }
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

  /// Receives the response of a worker.
  func finish(_ outcome: RequestHandler.Outcome) {
    guard isWorking else { return }
    if outcome.cause != nil { shared.metrics.storeFailed() }
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

// MARK: - Reading

extension ConnectionHandler {
  private func receive(_ bytes: UnsafeRawBufferPointer) {
    // The first request has the time since the connection was opened, so that a client cannot
    // have twice as much of it.
    if parser.isIdle, hasServed { setDeadline(shared.limits.requestSeconds) }
    parser.append(bytes)
  }

  /// Reads a request from the bytes that are there; returns whether more bytes are needed.
  private func handleReceivedBytes() -> Bool {
    do throws(HTTPSyntaxError) {
      switch try parser.next() {
      case .incomplete: return true
      case .continueExpected:
        output = ResponseEncoder.interim
        phase = .writing(then: .read)
      case .request(let request): begin(request)
      }
    } catch {
      refuse(HTTPResponse(error))
    }
    return false
  }

  private func begin(_ request: HTTPRequest) {
    hasServed = true
    deadline = nil
    let client = shared.handler.client(of: request, from: client)
    let requestID = shared.log.requestID(offered: request.fields[.requestID])
    let lifecycle = RequestLifecycle(
      requestID: requestID, client: client, method: request.method)
    self.request = (lifecycle, request.method == "HEAD", request.keepsConnection)
    shared.metrics.requestBegan()
    switch shared.handler.plan(request, from: client, for: audience) {
    case .answer(let response, let endpoint):
      self.request?.lifecycle.endpoint = endpoint
      respond(response)
    case .work(let endpoint, let start):
      self.request?.lifecycle.endpoint = endpoint
      phase = .working
      let isAccepted = start { [answer, identifier] outcome in answer(identifier, outcome) }
      if !isAccepted {
        shared.metrics.requestRefused()
        respond(.busy)
      }
    }
  }

  /// Answers a request that was not read to its end.
  private func refuse(_ response: HTTPResponse) {
    let lifecycle = RequestLifecycle(
      requestID: shared.log.requestID(offered: nil), client: client, method: "")
    request = (lifecycle, false, false)
    shared.metrics.requestBegan()
    respond(response, then: .ignore)
  }
}

// MARK: - Writing

extension ConnectionHandler {
  private func respond(_ response: HTTPResponse, then next: Next? = nil) {
    guard let request else { return }
    let closes = next != nil || !request.keepsConnection || isStopping
    let lifecycle = request.lifecycle
    let seconds = lifecycle.seconds
    shared.metrics.answered(lifecycle.endpoint, status: response.status, seconds: seconds)
    shared.log.answered(lifecycle, status: response.status, seconds: seconds)
    output = shared.encoder.encode(
      response, requestID: lifecycle.requestID, closes: closes, isHead: request.isHead,
      at: time_t(shared.clock.now.timeIntervalSince1970))
    phase = .writing(then: next ?? (closes ? .close : .read))
    setDeadline(shared.limits.responseSeconds)
  }

  /// Writes until the output is empty.
  private func write() -> ChannelResult {
    while written < output.count {
      let result = output.withUnsafeBytes { bytes in
        // The size stays the same for a repeated call, as TLS requires.
        channel.write(UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(16 << 10)))
      }
      guard case .moved(let count) = result else { return result }
      written += count
    }
    return .moved(written)
  }

  /// Goes to what follows a response; returns whether the connection stays open.
  private func finishWriting(_ next: Next) -> Bool {
    (output, written) = ([], 0)
    // An interim response ends no request.
    if request != nil {
      request = nil
      shared.metrics.requestEnded()
    }
    switch next {
    case .read:
      phase = .reading
      guard !parser.isInBody else { return true }
      setDeadline(shared.limits.requestSeconds)
      // Requests that came along with the last one are still answered.
      return !isStopping || !parser.isIdle
    case .ignore:
      channel.finishWriting()
      setDeadline(shared.limits.ignoringSeconds)
      phase = .ignoring(bytes: 0)
      return true
    case .close:
      channel.finishWriting()
      return false
    }
  }

  private func setDeadline(_ seconds: Int) {
    deadline = .now + .seconds(seconds)
  }
}
