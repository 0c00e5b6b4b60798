import Core

/// Stands where a flag wants the network and nobody has said which cloud.
struct MissingCloudTransport: CloudTransport {
  func send(_ request: CloudRequest) throws(CloudTransportError) -> CloudResponse {
    throw .unreachable(
      reason: "the flag cloud-transport is 'http', and neither --cloud nor KOOBER_CLOUD says where")
  }
}
