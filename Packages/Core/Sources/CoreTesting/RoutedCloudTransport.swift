public import Core
import Synchronization

/// A cloud that answers a request by its method and path.
///
/// A change without an answer succeeds with an empty document, and the map is empty; anything else is
/// not found.
public struct RoutedCloudTransport: RequestTransport {
  private let delay: Duration
  private let answer: @Sendable (CloudRequest) throws -> CloudResponse?

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - delay: How long each answer takes, in a preview.
  ///   - answer: Returns the answer to a request; `nil` for one that has none.
  public init(
    delay: Duration = .zero, answer: @escaping @Sendable (CloudRequest) throws -> CloudResponse?
  ) {
    (self.delay, self.answer) = (delay, answer)
  }

  /// Creates the transport of a preview, whose answers change with its state.
  public init<State: Sendable>(
    preview state: State,
    answer: @escaping @Sendable (inout State, CloudRequest) throws -> CloudResponse?
  ) {
    let box = Box(state)
    self.init(delay: .milliseconds(300)) { request in
      try box.state.withLock { try answer(&$0, request) }
    }
  }

  /// Creates a transport with the documents of methods and paths, such as "get friends".
  public init(_ documents: [String: any Encodable & Sendable]) {
    self.init { request in
      try documents["\(request.method) \(request.path.joined(separator: "/"))"]
        .map { try CloudResponse.document($0) }
    }
  }

  public func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    // A preview that is left needs no answer any more.
    if delay > .zero { try? await Task.sleep(for: delay) }
    do {
      if let response = try answer(request) { return response }
      if request.method != .get { return try .document(Empty()) }
      return try request.path.first == "map" ? .document(MapTile()) : .refusal(.notFound)
    } catch {
      throw .unreachable(reason: "\(error)")
    }
  }
}

private final class Box<State: Sendable>: Sendable {
  let state: Mutex<State>
  init(_ state: State) { self.state = Mutex(state) }
}
