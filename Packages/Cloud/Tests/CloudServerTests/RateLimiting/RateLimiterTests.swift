import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer

struct RateLimiterTests {
  private static let two = RateLimit(burst: 2, perMinute: 1)

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
    _ limits: RateLimitPolicy, _ test: sending (TestServer) async throws -> Void
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

  /// Signs a rider up and returns the token.
  private func signUp(_ server: TestServer, _ email: String) async throws -> String {
    let account = NewAccount(
      name: "Ann", nickname: "", email: email, mobileNumber: "+61 491 570 156",
      password: Secret("correct horse"))
    let session = try await server.client.call(CloudAPI.signUp, body: account)
    return session.remoteSession.token.revealed
  }

  @Test func `Guessing from many addresses is slowed down, and locks out nobody else`()
    async throws
  {
    try await runBehindProxy(limits { $0.failuresPerAccount = Self.two }) { (server) async throws in
      let ann = "ann@example.com"
      _ = try await signUp(server, ann)
      let owner = try signIn(server, as: ann, password: "correct horse", from: "192.0.2.1")

      let addresses = (2...5).map { "192.0.2.\($0)" }
      let first = try addresses.map { try signIn(server, as: ann, from: $0) }
      let second = try addresses.map { try signIn(server, as: ann, from: $0) }

      let mistake = try signIn(server, as: ann, from: "192.0.2.1")
      let again = try signIn(server, as: ann, password: "correct horse", from: "192.0.2.1")
      let travelling = try signIn(server, as: ann, password: "correct horse", from: "192.0.2.6")
      #expect(owner == 201)
      #expect(first == [401, 401, 401, 401])
      #expect(second == [429, 429, 429, 429])
      #expect(mistake == 401)
      #expect(again == 201)
      #expect(travelling == 201)
    }
  }

  @Test func `Guessing from one address is limited, with a Retry-After`()
    async throws
  {
    let limits = limits { $0.endpoints = ["signIn": Self.two] }
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
      $0.endpoints = [
        "signUp": Self.two, "searchPlaces": Self.two, "recordExperimentEvents": Self.two,
      ]
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

  @Test func `Each rider has a budget of their own, whatever the address`() async throws {
    try await runBehindProxy(limits { $0.endpoints = ["sessions": Self.two] }) {
      (server) async throws in
      let tokens = [
        try await signUp(server, "ann@example.com"), try await signUp(server, "bob@example.com"),
      ]

      let ann = try (1...3).map { address in
        try server.send(
          "GET", "/sessions",
          headers: [
            "Authorization": "Bearer \(tokens[0])", "X-Forwarded-For": "192.0.2.\(address)",
          ])?.status
      }
      let bob = try server.send(
        "GET", "/sessions",
        headers: ["Authorization": "Bearer \(tokens[1])", "X-Forwarded-For": "192.0.2.1"])

      #expect(ann == [200, 200, 429])
      #expect(bob?.status == 200)
    }
  }

  /// Sends a request from one address and returns the status.
  private func status(
    _ server: TestServer, _ method: String, _ path: String, _ token: String, body: String = ""
  ) throws -> Int? {
    let headers = ["Authorization": "Bearer \(token)", "X-Forwarded-For": "192.0.2.1"]
    return try server.send(method, path, headers: headers, body: body)?.status
  }

  /// Signs a rider up and in, and returns the tokens.
  private func twoSessions(_ server: TestServer) async throws -> [String] {
    let first = try await signUp(server, "ann@example.com")
    let second = try await server.client.call(
      CloudAPI.signIn,
      body: Credentials(email: "ann@example.com", password: Secret("correct horse")))
    return [first, second.remoteSession.token.revealed]
  }

  /// Endpoints that are answered alone, that read together, and that write together.
  @Test(arguments: [
    ("GET", "/sessions", "", 200), ("POST", "/friends", "{}", 422),
    ("GET", "/rides/current", "", 404), ("POST", "/rides", "{}", 422),
  ])
  func `All sessions of a rider have one budget, from which requests that fail take, too`(
    method: String, path: String, body: String, expected: Int
  ) async throws {
    let limits = limits {
      for endpoint in CloudAPI.all where endpoint.access != .anyone {
        $0.endpoints[endpoint.name] = Self.two
      }
    }
    try await runBehindProxy(limits) { (server) async throws in
      let tokens = try await twoSessions(server)

      let answers = try (tokens + tokens).map { try status(server, method, path, $0, body: body) }

      #expect(answers == [expected, expected, 429, 429])
      let bob = try await signUp(server, "bob@example.com")
      #expect(try status(server, method, path, bob, body: body) == expected)
    }
  }

  private struct Issued: Decodable {
    let remoteSession: RemoteUserSession
  }

  /// Opens a session and returns its token.
  private func token(
    _ router: CloudRouter, _ path: String, _ body: some Encodable
  ) async throws -> Secret {
    let response = try await router.respond(
      to: CloudRequest(method: .post, path: [path], body: try JSONCoding.encode(body)))
    return try JSONCoding.decode(Issued.self, from: response.body).remoteSession.token
  }

  /// Reads a profile; returns whose turn the request took.
  private func caller(
    _ router: CloudRouter, _ limiter: RateLimiter, _ token: Secret, from address: String
  ) async throws -> Int {
    let endpoint = try #require(router.table.endpoints.first { $0.name == "profile" })
    var routed = RoutedRequest(
      CloudRequest(method: .get, path: ["profile"], token: token), at: endpoint, values: [:])
    _ = limiter.count(&routed, from: try #require(IPAddress(address)).network)
    _ = limiter.note(routed, status: try await router.response(to: routed).result.get().status)
    return routed.caller
  }

  @Test func `A rider takes one turn with all sessions, once they are found`() async throws {
    let cloud = ServedCloud()
    let router = CloudContainer(dependencies: cloud).makeRouter()
    let limiter = RateLimiter(.none, clock: cloud.clock)
    let johnny = Credentials(email: "johnny@gmail.com", password: Secret("correct horse"))
    let first = try await token(router, "accounts", NewAccount.johnny)
    let second = try await token(router, "sessions", johnny)

    let strangers = try await [
      caller(router, limiter, first, from: "192.0.2.1"),
      caller(router, limiter, second, from: "192.0.2.1"),
    ]
    let riders = try await [
      caller(router, limiter, first, from: "192.0.2.1"),
      caller(router, limiter, second, from: "192.0.2.2"),
    ]

    #expect(Set(strangers).count == 1)
    #expect(Set(riders).count == 1)
    #expect(Set(strangers).isDisjoint(with: riders))
  }

  @Test func `The token of an ended session is like one that is made up`() async throws {
    let limits = limits {
      $0.endpoints = ["sessions": Self.two]
      $0.wrongTokensPerAddress = RateLimit(burst: 3, perMinute: 1)
    }
    try await runBehindProxy(limits) { (server) async throws in
      let tokens = try await twoSessions(server)
      for token in tokens { #expect(try status(server, "GET", "/profile", token) == 200) }
      #expect(try status(server, "DELETE", "/sessions/current", tokens[0]) == 200)

      let ended = try (1...3).map { _ in try status(server, "GET", "/sessions", tokens[0]) }
      let guess = try status(server, "GET", "/profile", "guess")
      let rider = try status(server, "GET", "/sessions", tokens[1])

      #expect(ended == [401, 401, 401])
      #expect(guess == 429)
      #expect(rider == 200)
    }
  }

  @Test(arguments: ["/sessions", "/profile", "/rides/current", "/rides", "/experiments"])
  func `Tokens that are made up have the budget of their address`(path: String) async throws {
    let limits = limits { $0.wrongTokensPerAddress = Self.two }
    try await runBehindProxy(limits) { (server) async throws in
      let token = try await signUp(server, "ann@example.com")

      let guesses = try (0..<3).map { index in
        try server.send(
          "GET", path,
          headers: ["Authorization": "Bearer guess\(index)", "X-Forwarded-For": "192.0.2.1"])
      }
      let rider = try server.send(
        "GET", "/profile",
        headers: ["Authorization": "Bearer \(token)", "X-Forwarded-For": "192.0.2.1"])

      #expect(guesses.map { $0?.status } == [401, 401, 429])
      #expect(guesses[2]?.headers["retry-after"] == "60")
      #expect(rider?.status == 200)
    }
  }

  @Test func `The standard limits are those of the contract`() {
    for endpoint in CloudAPI.all {
      #expect(RateLimitPolicy.standard.endpoints[endpoint.name] == endpoint.limit)
      #expect(RateLimitPolicy.none.endpoints[endpoint.name] == nil)
    }
  }

  @Test func `A client cannot choose its address unless a proxy is trusted`() async throws {
    let limits = limits { $0.endpoints = ["searchPlaces": Self.two] }
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
