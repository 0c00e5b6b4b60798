import Core

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
