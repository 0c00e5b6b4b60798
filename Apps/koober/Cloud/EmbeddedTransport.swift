import Basics
import Cloud
import Core

/// Hands a request to the cloud's router in this process.
///
/// The router is made with the first request: most of the work of starting the cloud is there, and
/// many commands ask for nothing.
actor EmbeddedTransport: CloudTransport {
  private let cloud: EmbeddedCloud
  private lazy var router = CloudContainer(dependencies: cloud).makeRouter()

  init(cloud: EmbeddedCloud) {
    self.cloud = cloud
  }

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    do throws(FileError) {
      return try await router.respond(to: request)
    } catch {
      throw .storage(error)
    }
  }
}
