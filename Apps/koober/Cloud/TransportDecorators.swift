import Core
import Synchronization
import Terminal

/// Logs requests on the standard error, without tokens and bodies.
struct LoggingTransport: CloudTransport {
  let transport: any CloudTransport
  let terminal: any Terminal

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    let start = ContinuousClock.now
    do throws(CloudTransportError) {
      let response = try await transport.send(request, receive: receive)
      log(request, outcome: "\(response.status)\(receive == nil ? "" : ", ended")", since: start)
      return response
    } catch {
      log(request, outcome: receive == nil ? "no answer" : "broken", since: start)
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

/// The sessions that the rider ends in this program, by their tokens: what is asked in their name
/// meanwhile is refused, and that is no news.
final class SessionEndings: Sendable {
  private static let endpoints: [any EndpointDeclaration] = [
    CloudAPI.signOut, CloudAPI.signOutEverywhere, CloudAPI.deleteAccount,
  ]
  private let tokens = Mutex<Set<Secret>>([])

  func contains(_ token: Secret) -> Bool { tokens.withLock { $0.contains(token) } }

  /// Notes the session that a request may end, before it is sent.
  func begin(with request: CloudRequest) {
    if let token = Self.token(endedBy: request) { tokens.withLock { _ = $0.insert(token) } }
  }

  /// Forgets the session of a request that has not ended it.
  func fail(with request: CloudRequest) {
    if let token = Self.token(endedBy: request) { tokens.withLock { _ = $0.remove(token) } }
  }

  private static func token(endedBy request: CloudRequest) -> Secret? {
    endpoints.contains { $0.method == request.method && $0.path.match(request.path) != nil }
      ? request.token : nil
  }
}

/// Notices when the cloud no longer knows the session in whose name it is asked, unless the rider has
/// ended it here.
struct SessionEndTransport: CloudTransport {
  let transport: any CloudTransport
  let ownEndings: SessionEndings
  var sessionEnded: @Sendable () async -> Void = {}

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    ownEndings.begin(with: request)
    let response: CloudResponse
    do throws(CloudTransportError) {
      response = try await transport.send(request, receive: receive)
    } catch {
      ownEndings.fail(with: request)
      throw error
    }
    await notice(response, to: request)
    return response
  }

  private func notice(_ response: CloudResponse, to request: CloudRequest) async {
    if let token = request.token, response.status == ErrorResponse.Code.notSignedIn.status,
      let error = try? JSONCoding.decode(ErrorResponse.self, from: response.body).error,
      error.code == .notSignedIn
    {
      if !ownEndings.contains(token) { await sessionEnded() }
    } else if response.status >= 400 {
      ownEndings.fail(with: request)
    }
  }
}

/// Gives up on a response that takes too long.
///
/// The request itself continues: what it changes may still happen, as on any network.
struct TimeLimitedTransport: CloudTransport {
  let transport: any CloudTransport
  let limit: Duration
  let clock: any Clock<Duration>

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    // A stream has no limit: it shows itself that it is there.
    guard receive == nil else { return try await transport.send(request, receive: receive) }
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
