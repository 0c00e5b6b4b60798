import Cloud
import Core

/// Reads requests and begins their work.
extension ConnectionHandler {
  /// The reads from a socket in one turn; limited, so that other clients get their turn.
  private static let readsPerTurn = 4

  /// Reads until a request is complete or the socket is empty.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> NextStep {
    for _ in 0..<Self.readsPerTurn {
      // A request may have arrived together with the one before it.
      if case .reading = phase { parseRequest() }
      let result: ChannelResult
      switch phase {
      case .working: return .waitForWorker
      case .onFastPath, .writing: return .write
      case .handshake: result = channel.handshake()
      case .streaming: return stream(reading: buffer)
      case .reading, .ignoring: result = channel.read(into: buffer)
      }
      switch result {
      case .moved(let count): receive(buffer.prefix(count))
      case .wait(let interest): return .wait(for: interest)
      case .closed: return .close
      }
      if case .ignoring(let bytes) = phase, bytes > shared.limits.ignored { return .close }
    }
    return .takeTurns
  }

  private func receive(_ bytes: Slice<UnsafeMutableRawBufferPointer>) {
    switch phase {
    case .handshake: phase = .reading
    case .ignoring(let count): phase = .ignoring(bytes: count + bytes.count)
    default:
      // The first request has the time since the connection was opened, so that a client cannot
      // have twice as much of it.
      if parser.isIdle, hasServed { setDeadline(shared.limits.requestSeconds) }
      parser.append(UnsafeRawBufferPointer(rebasing: bytes))
    }
  }

  /// Begins the next request, if all of it has been received.
  private func parseRequest() {
    do throws(HTTPSyntaxError) {
      switch try parser.next() {
      case .incomplete: break
      case .continueExpected:
        output = ResponseEncoder.interim
        phase = .writing(then: .read)
      case .request(let request): begin(request)
      }
    } catch {
      refuse(HTTPResponse(error))
    }
  }

  private func begin(_ request: HTTPRequest) {
    hasServed = true
    deadline = nil
    let client = shared.handler.client(of: request, from: client)
    let requestID = shared.log.requestID(offered: request.fields[.requestID])
    let lifecycle = RequestLifecycle(requestID: requestID, client: client, method: request.method)
    self.request = (
      lifecycle, request.method == "HEAD", request.keepsConnection, request.isVersion10
    )
    shared.metrics.requestBegan()
    switch shared.handler.plan(request, from: client, for: audience) {
    case .respond(let response, let endpoint):
      self.request?.lifecycle.endpoint = endpoint
      respond(response)
    case .fastPath(let routed):
      self.request?.lifecycle.endpoint = routed.endpoint.name
      phase = .onFastPath(routed)
    case .work(let endpoint, let start):
      self.request?.lifecycle.endpoint = endpoint
      self.start(start)
    }
  }

  func start(_ work: RequestHandler.Start) {
    phase = .working
    work { [post, identifier] outcome in post(.outcome(connection: identifier, outcome)) }
  }

  /// Answers a request that was not read to its end.
  func refuse(_ response: HTTPResponse) {
    let lifecycle = RequestLifecycle(
      requestID: shared.log.requestID(offered: nil), client: client, method: "")
    request = (lifecycle, false, false, false)
    shared.metrics.requestBegan()
    respond(response, then: .ignore)
  }
}
