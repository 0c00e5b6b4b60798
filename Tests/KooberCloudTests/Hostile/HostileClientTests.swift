import CloudTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Clients that send anything, or nothing; the others must not notice.
struct HostileClientTests {
  private let program: CloudProgram

  init() throws {
    program = try CloudProgram()
  }

  private static let malformed: [String] = [
    "\r\n\r\n\r\n", "GET\r\n\r\n", "GET /healthz\r\n\r\n", "GET /healthz HTTP/9.9\r\n\r\n",
    "GET /healthz HTTP/1.1\r\n\r\n", "\0\0\0\0\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}",
    "GET /\u{7F}\u{1}\u{2} HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: a\r\n: nameless\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n",
    "POST /accounts HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "POST /accounts HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST /accounts HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "POST /accounts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "POST /accounts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n",
    "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n",
    "GET /places/%00%0d%0aX:%20y HTTP/1.1\r\nHost: a\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ]

  @Test func `Whatever comes, the server lives and serves others`() async throws {
    let server = try await program.serve()

    let connections = try Self.malformed.map { request in
      let connection = try server.connect()
      connection.send(request)
      connection.finishSending()
      #expect(try server.get("/healthz")?.status == 200, "\(request.prefix(60))")
      return connection
    }

    // An answer or none, but never one that blames the cloud.
    for (connection, request) in zip(connections, Self.malformed) {
      guard let answer = connection.answer() else { continue }
      #expect(answer.status < 500 || answer.status == 505, "\(request.prefix(60))")
    }
    #expect(await server.end() == 0)
  }

  @Test func `Slow and half-open clients do not keep others waiting`() async throws {
    let server = try await program.serve("--connections-per-address", "400")
    let silent = try (0..<300).map { _ in try server.connect() }
    let slow = try (0..<300).map { _ in
      let connection = try server.connect()
      connection.send("POST /accounts HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
      return connection
    }

    let client = try server.client()
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    for _ in 0..<50 { _ = try await client.call(CloudAPI.profile, session: session) }
    for connection in slow.prefix(10) { connection.send("x") }

    #expect(try server.getForOperators("/readyz")?.status == 200)
    withExtendedLifetime((silent, slow)) {}
    #expect(await server.end() == 0)
  }

  @Test func `A body without an end is cut off`() async throws {
    let server = try await program.serve()
    let connection = try server.connect()
    connection.send("POST /accounts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
    for _ in 0..<64 { connection.send(chunk) }

    #expect(connection.isClosedByServer())
    #expect(try server.get("/healthz")?.status == 200)
    #expect(await server.end() == 0)
  }

  @Test func `A hundred requests at once are answered in their order`() async throws {
    let server = try await program.serve()
    let connection = try server.connect()
    let requests = (0..<100).map { number in
      let target = number.isMultiple(of: 2) ? "/places/moma" : "/healthz"
      return "GET \(target) HTTP/1.1\r\nHost: a\r\nX-Request-Id: r\(number)\r\n\r\n"
    }

    connection.send(requests.joined())
    let answers = requests.map { _ in connection.answer() }

    #expect(answers.allSatisfy { $0?.status == 200 })
    #expect(answers.map { $0?.headers["x-request-id"] } == (0..<100).map { "r\($0)" })
    #expect(await server.end() == 0)
  }

  @Test func `Ten thousand connections leave neither descriptors nor memory behind`()
    async throws
  {
    let server = try await program.serve()
    try connectAndClose(1000, to: server)
    let (descriptors, memory) = (try server.descriptorCount(), try server.residentKiB())

    try connectAndClose(10_000, to: server)

    // The server may not have noticed yet that the last clients are gone.
    #expect(try server.descriptorCount() < descriptors + 500)
    #expect(try server.residentKiB() < memory + 16 << 10)
    #expect(try server.getForOperators("/readyz")?.status == 200)
    #expect(await server.end() == 0)
  }

  /// Half of them are closed by the server after its answer, the others by the client without one.
  private func connectAndClose(_ count: Int, to server: ServerProcess) throws {
    for _ in 0..<(count / 200) {
      let connections = try (0..<200).map { _ in try server.connect() }
      for connection in connections.prefix(100) {
        connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      }
      for connection in connections.prefix(100) {
        #expect(connection.answer()?.status == 200)
        #expect(connection.isClosedByServer())
      }
    }
  }
}
