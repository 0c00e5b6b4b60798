import CloudTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Servers as processes of their own.
struct ServeProcessTests {
  private let program: CloudProgram

  init() throws {
    program = try CloudProgram()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `A signal stops a server, which ends with 0`(signal: Int32) async throws {
    let server = try await program.serve()
    #expect(try server.get("/readyz")?.status == 200)

    #expect(await server.end(signal) == 0)
    #expect(server.log.text.contains("\"message\":\"stopped\""))
  }

  @Test func `A request that has begun is finished after the signal`() async throws {
    let server = try await program.serve()
    let body = try JSONCoding.encode(NewAccount.johnny)
    let connection = try server.connect()
    connection.send(
      """
      POST /accounts HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r
      Content-Length: \(body.count)\r\n\r\n
      """)
    // The server has read the headers, and asks for the body.
    #expect(connection.answer(hasBody: false)?.status == 100)

    server.signal(SIGTERM)
    _ = await server.log.line(containing: "\"message\":\"stopping\"")
    #expect(throws: RawConnection.Failure.self) { try server.connect() }
    connection.send(String(decoding: body, as: UTF8.self))

    #expect(connection.answer()?.status == 201)
    #expect(await server.status() == 0)
    let again = try await program.serve()
    let credentials = Credentials(email: NewAccount.johnny.email, password: Secret("correct horse"))
    let session = try await again.client().call(CloudAPI.signIn, body: credentials)
    #expect(session.profile.name == NewAccount.johnny.name)
    _ = await again.end()
  }

  @Test func `A second signal ends a server at once`() async throws {
    let server = try await program.serve()
    let connection = try server.connect()
    connection.send("POST /accounts HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n")
    connection.send("Content-Length: 2\r\n\r\n")
    #expect(connection.answer(hasBody: false)?.status == 100)

    server.signal(SIGTERM)
    _ = await server.log.line(containing: "\"message\":\"stopping\"")

    #expect(await server.end() == SIGTERM)
  }

  @Test func `Flags are read again on SIGHUP; bad ones are logged and the last ones stay`()
    async throws
  {
    let flags = "\(program.home.path)/flags.json"
    try Data(#"{"flags":{},"metadata":{"version":"1"}}"#.utf8).write(to: URL(filePath: flags))
    let server = try await program.serve("--flags", flags)

    try Data("{".utf8).write(to: URL(filePath: flags))
    server.signal(SIGHUP)
    let line = await server.log.line(containing: "\"message\":\"flags\"")

    #expect(line?.contains(flags) == true)
    #expect(try server.get("/flags")?.body == #"{"flags":{},"metadata":{"version":"1"}}"#)
    #expect(await server.end() == 0)
  }

  @Test func `Two servers cannot have one port`() async throws {
    let server = try await program.serve()

    let second = try await program.run("serve", "--listen", "127.0.0.1:\(server.port)")

    #expect(second.status == 78)
    #expect(second.error.contains("127.0.0.1:\(server.port)"))
    #expect(await server.end() == 0)
  }

  @Test func `With a certificate everything is encrypted`() async throws {
    let (certificate, key) = try Certificate.write(to: program.home)
    let server = try await program.serve("--tls-certificate", certificate, "--tls-key", key)

    let trusting = try await openSSL(to: server, "-CAfile", certificate)
    let doubting = try await openSSL(to: server)

    #expect(server.url.hasPrefix("https://"))
    #expect(trusting.status == 0)
    #expect(trusting.output.contains("{\"status\":\"ready\"}"))
    #expect(doubting.status == 1)
    #expect(!doubting.output.contains("HTTP/1.1"))
    let plain = try server.connect()
    plain.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(plain.isClosedByServer())
    #expect(try await openSSL(to: server, "-CAfile", certificate).status == 0)
    #expect(await server.end() == 0)
  }

  @Test func `An app trusts the server's certificate only when it is told to`() async throws {
    let (certificate, key) = try Certificate.write(to: program.home)
    let server = try await program.serve("--tls-certificate", certificate, "--tls-key", key)
    let search = PlaceSearch(query: "opera", near: nil, limit: 1)

    let found = try await server.client(trusting: certificate)
      .call(CloudAPI.searchPlaces, parameters: search)
    let doubt = await #expect(throws: CloudError.self) {
      try await server.client().call(CloudAPI.searchPlaces, parameters: search)
    }

    #expect(found.places.map(\.name) == ["Opera House"])
    #expect(doubt?.problem.message.contains("certificate of \(server.url) is not trusted") == true)
    #expect(await server.end() == 0)
  }

  /// Asks over TLS with the program of another project.
  private func openSSL(
    to server: ServerProcess, _ options: String...
  ) async throws -> CloudProgram.Outcome {
    let request = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return try await program.run(
      "/usr/bin/openssl",
      [
        "s_client", "-connect", "127.0.0.1:\(server.port)", "-verify_return_error", "-quiet",
        "-ign_eof",
      ] + options, input: request)
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `Two servers on one database are one cloud`() async throws {
    try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
      let first = try await program.serve("--database", url)
      let second = try await program.serve("--database", url)

      let session = try await first.client().call(CloudAPI.signUp, body: .johnny)
      let profile = try await second.client().call(CloudAPI.profile, session: session)
      _ = try await second.client().call(CloudAPI.signOut, session: session)

      #expect(profile == session.profile)
      await #expect(throws: CloudError.self) {
        try await first.client().call(CloudAPI.profile, session: session)
      }
      #expect(await first.end() == 0)
      #expect(await second.end() == 0)
    }
  }
}
