import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import CloudServer

struct RequestLimitsTests {
  private static let two = RateLimits.Rate(burst: 2, perMinute: 1)

  private func body(_ email: String) throws -> String {
    let credentials = Credentials(email: email, password: Secret("wrong"))
    return String(decoding: try JSONCoding.encode(credentials), as: UTF8.self)
  }

  private func limits(_ change: (inout RateLimits) -> Void) -> RateLimits {
    var limits = RateLimits.none
    change(&limits)
    return limits
  }

  @Test func `Guessing the password of one account is slowed down, wherever it comes from`()
    async throws
  {
    let limits = limits { $0.signInsPerAccount = Self.two }
    let change = { (settings: inout ServerSettings) in
      settings.rateLimits = limits
      settings.trustsForwardedAddress = true
    }
    try await TestServer.run(change: change) { (server) async throws in
      let statuses = try (0..<3).map { index in
        try server.send(
          "POST", "/sessions", headers: ["X-Forwarded-For": "192.0.2.\(index)"],
          body: body(" Ann@example.com"))?.status
      }
      let other = try server.send("POST", "/sessions", body: body("bob@example.com"))

      #expect(statuses == [401, 401, 429])
      #expect(other?.status == 401)
    }
  }

  @Test func `Guessing from one address is slowed down, and told when to come back`()
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
