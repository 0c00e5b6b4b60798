import Basics
public import Core

/// Calls a router in this process.
public struct RouterTransport: CloudTransport {
  private let router: CloudRouter

  public init(router: CloudRouter) { self.router = router }

  public func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    do throws(FileError) {
      guard let receive else { return try await router.respond(to: request) }
      return try await router.stream(request, receive: receive)
    } catch {
      throw .storage(error)
    }
  }
}
