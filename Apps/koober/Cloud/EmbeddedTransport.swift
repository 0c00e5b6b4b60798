import Cloud
import Core

/// Hands a request to the cloud's router in this process.
struct EmbeddedTransport: CloudTransport {
  let router: CloudRouter

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    do {
      return try await router.respond(to: request)
    } catch {
      throw .storage(error)
    }
  }
}
