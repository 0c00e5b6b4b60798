import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer

/// Guesses at passwords, from networks that come and go.
struct GuessTests {
  private let cloud = ServedCloud()
  private let router: CloudRouter
  private let limiter: RateLimiter

  init() {
    router = CloudContainer(dependencies: cloud).makeRouter()
    var limits = RateLimitPolicy.none
    limits.failuresPerAccount = RateLimit(burst: 4, perMinute: 1)
    limiter = RateLimiter(limits, clock: cloud.clock)
  }

  /// Counts a sign-in that is answered with a status; returns the wait of one that is refused.
  @discardableResult
  private func signIn(_ email: String, from network: Int, answer status: Int) throws -> Int? {
    var routed = try request(email)
    let wait = limiter.count(&routed, from: try Self.network(network))
    if wait == nil { _ = limiter.note(routed, status: status) }
    return wait
  }

  private func request(_ email: String) throws -> RoutedRequest {
    let endpoint = try #require(router.table.endpoints.first { $0.name == "signIn" })
    let credentials = Credentials(email: email, password: Secret("wrong"))
    return RoutedRequest(
      CloudRequest(method: .post, path: ["sessions"], body: try JSONCoding.encode(credentials)),
      at: endpoint, values: [:])
  }

  private static func network(_ number: Int) throws -> IPNetwork {
    try #require(IPAddress("10.0.\(number >> 8).\(number & 255)")).network
  }

  @Test func `Requests that were not checked make no guess forgotten`() throws {
    // The first guesses at an account are not remembered.
    for network in [0] + Array(0..<12) {
      try signIn("ann@example.com", from: network, answer: 401)
    }
    for network in 0..<12 {
      #expect(try signIn("ann@example.com", from: network, answer: 401) != nil)
    }

    for number in 0..<100_001 {
      try signIn("\(number)@example.com", from: number % 500, answer: 503)
    }

    for network in 0..<12 {
      #expect(try signIn("ann@example.com", from: network, answer: 401) != nil)
    }
    #expect(try signIn("ann@example.com", from: 99, answer: 201) == nil)
  }

  @Test func `A sign-in that was not checked is no guess`() throws {
    for network in 0..<4 { try signIn("ann@example.com", from: network, answer: 401) }

    #expect(try signIn("ann@example.com", from: 9, answer: 503) == nil)
    #expect(try signIn("ann@example.com", from: 9, answer: 401) == nil)
    #expect(try signIn("ann@example.com", from: 9, answer: 401) != nil)
  }

  @Test func `One network has one guess, however many it sends at once`() throws {
    for network in 0..<4 { try signIn("ann@example.com", from: network, answer: 401) }
    var requests = try (0..<5).map { _ in try request("ann@example.com") }

    let waits = try requests.indices.map { limiter.count(&requests[$0], from: try Self.network(9)) }

    #expect(waits.count { $0 == nil } == 1)
  }

  @Test func `Guesses at one account take the turns of one caller`() throws {
    var requests = try (0..<9).map { _ in try request("ann@example.com") }
    for index in requests.indices {
      _ = limiter.count(&requests[index], from: try Self.network(index))
    }
    var other = try request("bob@example.com")
    _ = limiter.count(&other, from: try Self.network(0))

    #expect(Set(requests.map(\.caller)).count == 1)
    #expect(other.caller != requests[0].caller)
  }

  @Test func `The first sign-in of a network does not wait for those of others who go on trying`()
    throws
  {
    func standing(_ network: Int, _ email: String) throws -> CallerStanding {
      var routed = try request(email)
      _ = limiter.count(&routed, from: try Self.network(network))
      return routed.standing
    }
    #expect(try (0..<3).map { try standing(1, "\($0)@example.com") } == [.new, .other, .other])

    try signIn("ann@example.com", from: 2, answer: 201)
    #expect(try standing(2, "ann@example.com") == .known)
    #expect(try standing(2, "bob@example.com") == .new)
    cloud.manualClock.advance(by: .seconds(24 * 3600))
    #expect(try standing(1, "9@example.com") == .new)
  }

  @Test(arguments: [-70, 70])
  func `Limits do not change when the clock is set`(minutes: Int) throws {
    for network in 0..<4 { try signIn("ann@example.com", from: network, answer: 401) }

    cloud.manualClock.step(by: .seconds(minutes * 60))

    #expect(try signIn("ann@example.com", from: 3, answer: 401) == 60)
    cloud.manualClock.advance(by: .seconds(60))
    #expect(try signIn("ann@example.com", from: 3, answer: 401) == nil)
  }

  @Test func `Each account has room for its own guesses, and then takes all for guesses`() {
    var table = GuessTable()
    let now = Date(timeIntervalSinceReferenceDate: 0)

    let first = table.insert(1, at: 1, now: now)
    let others = (0..<10_001).map { table.insert($0, at: 2, now: now) }
    let second = table.insert(1, at: 1, now: now)
    let tomorrow = table.insert(1, at: 1, now: now + 24 * 3600)

    #expect(first)
    #expect(others == Array(repeating: true, count: 10_000) + [false])
    #expect(!second)
    #expect(tomorrow)
  }
}
