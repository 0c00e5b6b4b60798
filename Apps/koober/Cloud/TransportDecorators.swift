import Core
import Terminal

/// Logs requests on the standard error, without tokens and bodies.
struct LoggingTransport: CloudTransport {
  let transport: any CloudTransport
  let terminal: any Terminal

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    let start = ContinuousClock.now
    do throws(CloudTransportError) {
      let response = try await transport.send(request)
      log(request, outcome: "\(response.status)", since: start)
      return response
    } catch {
      log(request, outcome: "no answer", since: start)
      throw error
    }
  }

  private func log(_ request: CloudRequest, outcome: String, since start: ContinuousClock.Instant) {
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let path = request.path.joined(separator: "/")
    let line: Styled =
      "\(request.method.rawValue) /\(path) \(outcome) in \(Int(milliseconds.rounded())) ms"
    // A closed standard error must not make the request fail.
    try? terminal.writeErrorLine(line.styled(.muted))
  }
}

/// Notices when the cloud no longer knows the session in whose name it is asked.
struct SessionEndTransport: CloudTransport {
  let transport: any CloudTransport
  let sessionEnded: @Sendable () async -> Void

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    let response = try await transport.send(request)
    if request.token != nil, response.status == ErrorResponse.Code.notSignedIn.status,
      let error = try? JSONCoding.decode(ErrorResponse.self, from: response.body).error,
      error.code == .notSignedIn
    {
      await sessionEnded()
    }
    return response
  }
}

/// Gives up on a response that takes too long.
///
/// The request itself continues: what it changes may still happen, as on any network.
struct TimeLimitedTransport: CloudTransport {
  let transport: any CloudTransport
  let limit: Duration
  let clock: any Clock<Duration>

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    typealias Outcome = Result<CloudResponse, CloudTransportError>
    let (outcomes, continuation) = AsyncStream<Outcome>.makeStream()
    Task {
      do throws(CloudTransportError) {
        continuation.yield(.success(try await transport.send(request)))
      } catch {
        continuation.yield(.failure(error))
      }
    }
    let timer = Task {
      try await clock.sleep(for: limit)
      continuation.yield(.failure(.unanswered(reason: "no answer came within \(limit)")))
    }
    defer { timer.cancel() }
    for await outcome in outcomes { return try outcome.get() }
    throw .unreachable(reason: "the request was canceled")
  }
}
