import Core
import Terminal

/// Logs requests on the standard error, without tokens and bodies.
struct LoggingTransport: CloudTransport {
  let transport: any CloudTransport
  let terminal: any Terminal

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    let start = ContinuousClock.now
    do throws(CloudTransportError) {
      let response = try await transport.send(request)
      log(request, outcome: "\(response.status)", since: start)
      return response
    } catch {
      log(request, outcome: "no answer", since: start)
      throw error
    }
  }

  private func log(_ request: CloudRequest, outcome: String, since start: ContinuousClock.Instant) {
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let path = request.path.joined(separator: "/")
    let line: Styled =
      "\(request.method.rawValue) /\(path) \(outcome) in \(Int(milliseconds.rounded())) ms"
    // A closed standard error must not make the request fail.
    try? terminal.writeErrorLine(line.styled(.muted))
  }
}
