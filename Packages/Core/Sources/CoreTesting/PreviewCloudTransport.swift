public import Core

/// A cloud in memory for the preview of a feature, which answers with the delay of a remote one.
public protocol PreviewCloudTransport: RequestTransport, Actor {
  /// Answers a request.
  ///
  /// - Throws: Any error when the request cannot be read.
  func answer(_ request: CloudRequest) throws -> CloudResponse
}

extension PreviewCloudTransport {
  public func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    // A preview that is left needs no answer any more.
    try? await Task.sleep(for: .milliseconds(300))
    do {
      return try answer(request)
    } catch {
      throw .unreachable(reason: "the preview cannot read the request")
    }
  }
}
