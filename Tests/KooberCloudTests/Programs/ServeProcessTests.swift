import Basics
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
    #expect(try server.getForOperators("/readyz")?.status == 200)

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
    server.log.waitForLine(containing: "\"message\":\"stopping\"")
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

  @Test func `A log whose reader stalls stops neither requests nor the end`() async throws {
    let server = try await program.serve(readsLog: false)
    let connection = try server.connect()

    // Ten times as many lines as fit into a pipe.
    for _ in 0..<30 {
      let request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
      connection.send(String(repeating: request, count: 100))
      for _ in 0..<100 { #expect(connection.answer()?.status == 200) }
    }

    #expect(try server.getForOperators("/readyz")?.status == 200)
    #expect(await server.end() == 0)
  }

  @Test(arguments: [
    "-tls1_1 -cipher ALL", "-tls1_2 -cipher AES256-GCM-SHA384",
    "-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA",
  ])
  func `Old versions of TLS and weak ciphers are refused`(options: String) async throws {
    let (certificate, key) = try Certificate.write(to: program.home)
    let server = try await program.serve("--tls-certificate", certificate, "--tls-key", key)

    let words = options.split(separator: " ").map(String.init)
    let outcome = try await program.run(
      "/usr/bin/openssl",
      ["s_client", "-connect", "127.0.0.1:\(server.port)", "-CAfile", certificate]
        + words.map { $0.hasPrefix("-") ? $0 : $0 + ":@SECLEVEL=0" })

    #expect(outcome.status == 1)
    #expect(outcome.output.contains("no peer certificate available"))
    #expect(await server.end() == 0)
  }

  @Test func `A key that is short, or readable by others, is refused`() async throws {
    let (certificate, key) = ("\(program.home.path)/c.pem", "\(program.home.path)/k.pem")
    let made = try await program.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "rsa:1024", "-nodes", "-subj", "/CN=localhost", "-out",
        certificate, "-keyout", key,
      ])
    let short = try await program.run(
      "serve", "--listen", "127.0.0.1:0", "--tls-certificate", certificate, "--tls-key", key)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
    let readable = try await program.run(
      "serve", "--listen", "127.0.0.1:0", "--tls-certificate", certificate, "--tls-key", key)

    #expect(made.status == 0)
    #expect(short.status == 78)
    #expect(short.error.contains("1024 bits"))
    #expect(readable.status != 0)
    #expect(readable.error.contains("chmod 600 \(key)"))
  }

  @Test func `A second signal ends a server at once`() async throws {
    let server = try await program.serve()
    let connection = try server.connect()
    connection.send("POST /accounts HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n")
    connection.send("Content-Length: 2\r\n\r\n")
    #expect(connection.answer(hasBody: false)?.status == 100)

    server.signal(SIGTERM)
    server.log.waitForLine(containing: "\"message\":\"stopping\"")

    #expect(await server.end() == 128 + SIGTERM)
  }

  @Test func `Flags are read again on SIGHUP; bad ones are logged and the last ones stay`()
    async throws
  {
    let flags = "\(program.home.path)/flags.json"
    try Data(#"{"flags":{},"metadata":{"version":"1"}}"#.utf8).write(to: URL(filePath: flags))
    let server = try await program.serve("--flags", flags)

    try Data("{".utf8).write(to: URL(filePath: flags))
    server.signal(SIGHUP)
    let line = try await server.log.line(containing: "\"message\":\"flags\"")

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
    #expect(trusting.output.contains("{\"status\":\"ok\"}"))
    #expect(doubting.status == 1)
    #expect(!doubting.output.contains("HTTP/1.1"))
    #expect(trusting.output.contains("Strict-Transport-Security: max-age="))
    let plain = try server.connect()
    plain.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(plain.isClosedByServer())
    #expect(try await openSSL(to: server, "-CAfile", certificate).status == 0)
    #expect(await server.end() == 0)
  }

  @Test
  func `A certificate is read again on SIGHUP; with one that is of no use the last one stays`()
    async throws
  {
    let (certificate, key) = try Certificate.write(to: program.home)
    let old = try program.home.write(try Files.read(certificate), to: "old.pem")
    let server = try await program.serve("--tls-certificate", certificate, "--tls-key", key)
    for broken in ["", "-----BEGIN CERTIFICATE-----\n", try Files.text(of: key)] {
      try program.home.write(broken, to: "certificate.pem")
      server.signal(SIGHUP)
      let line = try await server.log.line(containing: "the last certificate stays")
      #expect(line?.contains("\"level\":\"error\"") == true)
      #expect(try await openSSL(to: server, "-CAfile", old).status == 0)
    }

    let made = try Subprocess.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        key, "-out", certificate, "-days", "60", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=IP:127.0.0.1",
      ])
    #expect(made.status == .exited(0))
    server.signal(SIGHUP)
    _ = try await server.log.line(containing: "the certificate was read again")

    #expect(try await openSSL(to: server, "-CAfile", certificate).status == 0)
    #expect(try await openSSL(to: server, "-CAfile", old).status == 1)
    #expect(await server.end() == 0)
  }

  @Test(arguments: ["/notify", "@koober-tests-"])
  func `systemd is told when a server is ready, reads anew and stops`(name: String) async throws {
    let isAbstract = name.hasPrefix("@")
    let path = isAbstract ? name + program.home.path : program.home.path + name
    let systemd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(systemd) }
    var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: (isAbstract ? "\0" + path.dropFirst() : path).utf8)
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(systemd, $0, size) }
    }
    try #require(bound == 0)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(systemd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    func notice() -> String {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(systemd, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    var program = program
    program.environment["NOTIFY_SOCKET"] = path
    let server = try await program.serve()
    #expect(notice() == "READY=1")
    #expect(try server.get("/healthz")?.status == 200)
    server.signal(SIGHUP)
    #expect(notice() == "RELOADING=1")
    #expect(notice() == "READY=1")
    #expect(await server.end() == 0)
    #expect(notice() == "STOPPING=1")
  }

  @Test func `An app trusts the server's certificate only with an option`() async throws {
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
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return try await program.requestOverTLS(request, port: server.port, options)
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
