import Cloud
import Core

/// Reads requests and begins their work.
extension ConnectionHandler {
  func receive(_ bytes: UnsafeRawBufferPointer) {
    // The first request has the time since the connection was opened, so that a client cannot
    // have twice as much of it.
    if parser.isIdle, hasServed { setDeadline(shared.limits.requestSeconds) }
    parser.append(bytes)
  }

  /// Reads a request from the bytes that are there; returns whether more bytes are needed.
  func handleReceivedBytes() -> Bool {
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
    case .ask(let question):
      self.request?.lifecycle.endpoint = question.endpoint.name
      phase = .asking(question)
    case .work(let endpoint, let start):
      self.request?.lifecycle.endpoint = endpoint
      self.start(start)
    }
  }

  func start(_ work: RequestHandler.Start) {
    phase = .working
    work { [answer, identifier] outcome in answer(identifier, outcome) }
  }

  /// Answers a request that was not read to its end.
  func refuse(_ response: HTTPResponse) {
    let lifecycle = RequestLifecycle(
      requestID: shared.log.requestID(offered: nil), client: client, method: "")
    request = (lifecycle, false, false)
    shared.metrics.requestBegan()
    respond(response, then: .ignore)
  }
}
