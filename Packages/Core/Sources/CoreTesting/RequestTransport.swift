public import Core

/// A cloud of a test or a preview that answers requests and has no streams.
public protocol RequestTransport: CloudTransport {
  /// Delivers a request for no stream and returns the answer, whatever its status.
  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse
}

extension RequestTransport {
  public func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    try await receive == nil ? send(request) : .noStream
  }
}
