import Basics
public import Core

/// Calls a router in this process.
public struct RouterTransport: CloudTransport {
  private let router: CloudRouter

  public init(router: CloudRouter) { self.router = router }

  public func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    do throws(FileError) {
      return try await router.respond(to: request)
    } catch {
      throw .storage(error)
    }
  }

  public func stream(
    _ request: CloudRequest, receive: @escaping @Sendable (ServerSentEvent) -> Void
  ) async throws(CloudTransportError) -> CloudResponse {
    do throws(FileError) {
      return try await router.stream(request, receive: receive)
    } catch {
      throw .storage(error)
    }
  }
}
