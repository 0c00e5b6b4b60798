public import Core

/// A cloud that answers a request by its path, the same each time.
///
/// A change without an answer succeeds with an empty document; anything else is not found.
public struct RoutedCloudTransport: RequestTransport {
  private let answer: @Sendable (CloudRequest) throws -> CloudResponse?

  /// Creates a transport.
  ///
  /// - Parameter answer: Returns the answer to a request; `nil` for one that has none.
  public init(answer: @escaping @Sendable (CloudRequest) throws -> CloudResponse?) {
    self.answer = answer
  }

  /// Creates a transport with the documents of methods and paths, such as "get friends".
  public init(_ documents: [String: any Encodable & Sendable]) {
    self.init { request in
      try documents["\(request.method) \(request.path.joined(separator: "/"))"]
        .map { try CloudResponse.document($0) }
    }
  }

  public func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    do {
      if let response = try answer(request) { return response }
      return try request.method == .get ? .refusal(.notFound) : .document(Empty())
    } catch {
      throw .unreachable(reason: "\(error)")
    }
  }
}
