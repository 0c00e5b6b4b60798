import Core

/// Notices when the cloud no longer knows the session in whose name it is asked.
struct SessionEndTransport: CloudTransport {
  let transport: any CloudTransport
  let sessionEnded: @Sendable () async -> Void

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    let response = try await transport.send(request)
    if request.token != nil, response.status == ErrorResponse.Code.notSignedIn.status,
      let error = try? JSONCoding.decode(ErrorResponse.self, from: response.body).error,
      error.code == .notSignedIn
    {
      await sessionEnded()
    }
    return response
  }
}
