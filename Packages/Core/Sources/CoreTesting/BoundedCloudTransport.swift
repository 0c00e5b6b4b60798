import BasicsTesting
public import Core

/// A cloud whose answers come within the rounds for programs, or are errors; its streams may last.
public struct BoundedCloudTransport: CloudTransport {
  private let cloud: any CloudTransport

  /// Bounds the answers of a cloud.
  public init(_ cloud: any CloudTransport) { self.cloud = cloud }

  public func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    if receive != nil { return try await cloud.send(request, receive: receive) }
    do {
      return try await bounded(
        "the answer to \(request.method) \(request.path.joined(separator: "/"))",
        rounds: WaitBound.roundsForPrograms
      ) { [cloud] in try await cloud.send(request, receive: nil) }
    } catch let error as CloudTransportError {
      throw error
    } catch {
      throw .unreachable(reason: "\(error)")
    }
  }
}
