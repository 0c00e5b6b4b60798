public import Core

/// A cloud that nothing is expected to reach: each request fails, and says which it was.
public struct UnexpectedCloudTransport: RequestTransport {
  public init() {}

  public func send(_ request: CloudRequest) throws(CloudTransportError) -> CloudResponse {
    throw .unreachable(
      reason: "the test expects no '\(request.method) \(request.path.joined(separator: "/"))'")
  }
}
