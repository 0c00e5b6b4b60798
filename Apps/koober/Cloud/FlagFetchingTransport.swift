import Core

/// Looks for new flag definitions whenever the cloud has answered and the copy of them is old: a
/// command that does not need the cloud does not wait for it, a program that runs long notices.
struct FlagFetchingTransport: CloudTransport {
  let transport: any CloudTransport
  let flagCopy: FlagCopy

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    let response = try await transport.send(request)
    await flagCopy.refresh(through: transport)
    return response
  }
}
