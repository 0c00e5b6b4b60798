import Foundation
import Testing

/// A server behind each proxy, with the example configuration.
struct ProxyTests {
  private let program: CloudProgram

  init() throws {
    program = try CloudProgram()
  }

  private static let end = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test(.enabled(if: ProxyProcess.Kind.nginx.isInstalled, "nginx is not installed"))
  func `Clients of nginx reach the contract, and neither metrics nor readiness`() async throws {
    try await reachContract(through: .nginx)
  }

  @Test(.enabled(if: ProxyProcess.Kind.haproxy.isInstalled, "HAProxy is not installed"))
  func `Clients of HAProxy reach the contract, and neither metrics nor readiness`() async throws {
    try await reachContract(through: .haproxy)
  }

  private func reachContract(through kind: ProxyProcess.Kind) async throws {
    let server = try await program.serve("--behind-proxy")
    let proxy = try ProxyProcess(kind, to: server)
    let targets = ["/metrics", "/metrics/", "//metrics", "/readyz", "/readyz/", "/%72eadyz"]

    let outcome = try await program.requestOverTLS(
      targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined() + Self.end,
      port: proxy.port, ["-CAfile", proxy.certificate])

    #expect(outcome.output.ranges(of: "HTTP/1.1 404").count == targets.count)
    #expect(outcome.output.ranges(of: "HTTP/1.1 200").count == 1)
    #expect(outcome.output.ranges(of: "{\"status\":\"ok\"}").count == 1)
    await proxy.end()
    #expect(await server.end() == 0)
  }

  @Test(.enabled(if: ProxyProcess.Kind.nginx.isInstalled, "nginx is not installed"))
  func `A client of nginx cannot evade a limit with a forged address`() async throws {
    try await forgeAddresses(through: .nginx)
  }

  /// The example replaces the header; with `forwardfor` HAProxy adds a line behind the client's.
  @Test(
    .enabled(if: ProxyProcess.Kind.haproxy.isInstalled, "HAProxy is not installed"),
    arguments: [
      [:], ["http-request set-header X-Forwarded-For %[src]": "option forwardfor"],
    ])
  func `A client of HAProxy cannot evade a limit with a forged address`(
    edits: [String: String]
  ) async throws {
    try await forgeAddresses(through: .haproxy, edits: edits)
  }

  private func forgeAddresses(
    through kind: ProxyProcess.Kind, edits: [String: String] = [:]
  ) async throws {
    let server = try await program.serve("--behind-proxy")
    let proxy = try ProxyProcess(kind, to: server, edits: edits)
    let signUps = (0..<25).map { index in
      "POST /accounts HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.\(index)\r\n"
        + "Content-Length: 2\r\n\r\n{}"
    }

    let outcome = try await program.requestOverTLS(
      signUps.joined() + Self.end, port: proxy.port, ["-CAfile", proxy.certificate])

    #expect(outcome.output.ranges(of: "HTTP/1.1 422").count == 20)
    #expect(outcome.output.ranges(of: "HTTP/1.1 429").count == 5)
    await proxy.end()
    #expect(await server.end() == 0)
  }
}
