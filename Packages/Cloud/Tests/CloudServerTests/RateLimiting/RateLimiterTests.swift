import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import CloudServer

struct RateLimiterTests {
  private static let two = RateLimitPolicy.Rate(burst: 2, perMinute: 1)

  private func body(_ email: String) throws -> String {
    let credentials = Credentials(email: email, password: Secret("wrong"))
    return String(decoding: try JSONCoding.encode(credentials), as: UTF8.self)
  }

  private func limits(_ change: (inout RateLimitPolicy) -> Void) -> RateLimitPolicy {
    var limits = RateLimitPolicy.none
    change(&limits)
    return limits
  }

  /// Sends a sign-in from an address and returns the status.
  private func signIn(
    _ server: TestServer, as email: String, password: String = "wrong", from address: String
  ) throws -> Int? {
    let credentials = Credentials(email: email, password: Secret(password))
    return try server.send(
      "POST", "/sessions", headers: ["X-Forwarded-For": address],
      body: String(decoding: try JSONCoding.encode(credentials), as: UTF8.self))?.status
  }

  private func runBehindProxy(
    _ limits: RateLimitPolicy, _ test: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(
      change: { settings in
        settings.rateLimits = limits
        settings.trustedProxyCount = 1
      }, test)
  }

  @Test func `Guessing at one account from one address does not lock out the rider`() async throws {
    let limits = limits { $0.signInsPerAddressAndAccount = Self.two }
    try await runBehindProxy(limits) { (server) async throws in
      let guesses = try (0..<3).map { _ in
        try signIn(server, as: " Ann@example.com", from: "192.0.2.1")
      }

      let elsewhere = try signIn(server, as: "ann@example.com", from: "192.0.2.2")
      let other = try signIn(server, as: "bob@example.com", from: "192.0.2.1")
      #expect(guesses == [401, 401, 429])
      #expect(elsewhere == 401)
      #expect(other == 401)
    }
  }

  @Test func `Guessing from many addresses is slowed down, except for the owner's`() async throws {
    try await runBehindProxy(limits { $0.failuresPerAccount = Self.two }) { (server) async throws in
      let ann = "ann@example.com"
      let account = NewAccount(
        name: "Ann", nickname: "", email: ann, mobileNumber: "+61 491 570 156",
        password: Secret("correct horse"))
      let document = String(decoding: try JSONCoding.encode(account), as: UTF8.self)
      _ = try server.send("POST", "/accounts", body: document)
      let owner = try signIn(server, as: ann, password: "correct horse", from: "192.0.2.1")

      let guesses = try ["192.0.2.2", "192.0.2.3", "192.0.2.4"].map { address in
        try signIn(server, as: ann, from: address)
      }

      let mistake = try signIn(server, as: ann, from: "192.0.2.1")
      let again = try signIn(server, as: ann, password: "correct horse", from: "192.0.2.1")
      #expect(owner == 201)
      #expect(guesses == [401, 401, 429])
      #expect(mistake == 401)
      #expect(again == 201)
    }
  }

  @Test func `Guessing from one address is limited, with a Retry-After`()
    async throws
  {
    let limits = limits { $0.signInsPerAddress = Self.two }
    try await TestServer.run(change: { $0.rateLimits = limits }) { server in
      let answers = try (0..<3).map { index in
        try server.send("POST", "/sessions", body: body("\(index)@example.com"))
      }

      #expect(answers.map { $0?.status } == [401, 401, 429])
      #expect(answers[2]?.headers["retry-after"] == "60")
      #expect(answers[2]?.body.contains("tooManyRequests") == true)
    }
  }

  @Test func `Sign-ups, searches and events have limits of their own`() async throws {
    let limits = limits {
      $0.signUpsPerAddress = Self.two
      $0.searchesPerAddress = Self.two
      $0.eventsPerAddress = Self.two
    }
    try await TestServer.run(change: { $0.rateLimits = limits }) { server in
      let searches = try (0..<3).map { _ in
        try server.send("GET", "/places?query=a&limit=1&ranking=match")?.status
      }
      let signUps = try (0..<3).map { _ in
        try server.send("POST", "/accounts", body: "{}")?.status
      }

      let events = try (0..<3).map { _ in
        try server.send("POST", "/experiment-events", body: "{}")?.status
      }

      #expect(searches == [200, 200, 429])
      #expect(events == [422, 422, 429])
      #expect(signUps == [422, 422, 429])
      #expect(try server.send("GET", "/places/moma")?.status == 200)
    }
  }

  @Test func `A client cannot choose its address unless a proxy is trusted`() async throws {
    let limits = limits { $0.searchesPerAddress = Self.two }
    try await TestServer.run(change: { $0.rateLimits = limits }) { server in
      let statuses = try (0..<3).map { index in
        try server.send(
          "GET", "/places?query=a&limit=1&ranking=match",
          headers: ["X-Forwarded-For": "192.0.2.\(index)"])?.status
      }

      #expect(statuses == [200, 200, 429])
    }
  }
}
