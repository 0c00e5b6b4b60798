import Core
import Synchronization

/// Gives up on an answer that takes too long.
///
/// The request itself goes on: what it changes may still happen, as on any network.
struct TimeLimitedTransport: CloudTransport {
  let transport: any CloudTransport
  let limit: Duration

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    let race = Race()
    let result = await withCheckedContinuation { continuation in
      race.begin(continuation)
      Task {
        do throws(CloudTransportError) {
          race.finish(.success(try await transport.send(request)))
        } catch {
          race.finish(.failure(error))
        }
      }
      Task {
        try await Task.sleep(for: limit)
        race.finish(.failure(.unreachable(reason: "no answer came within \(limit)")))
      }
    }
    return try result.get()
  }
}

/// Lets the first of two results through.
private final class Race: Sendable {
  typealias Outcome = Result<CloudResponse, CloudTransportError>

  private let continuation = Mutex<CheckedContinuation<Outcome, Never>?>(nil)

  func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
    self.continuation.withLock { $0 = continuation }
  }

  func finish(_ outcome: Outcome) {
    let waiting = continuation.withLock { continuation in
      let waiting = continuation
      continuation = nil
      return waiting
    }
    waiting?.resume(returning: outcome)
  }
}
