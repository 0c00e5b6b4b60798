import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct SessionLifetimeTests {
  private let cloud = TestCloud()
  private let credentials = Credentials(
    email: "johnny@gmail.com", password: Secret("correct horse"))

  private func isOpen(_ session: UserSession) async -> Bool {
    (try? await cloud.makeClient().call(CloudAPI.profile, session: session)) != nil
  }

  private func wait(days: Int) { cloud.manualClock.advance(by: .seconds(days * 24 * 3600)) }

  @Test func `A session expires when it is not used for 30 days`() async throws {
    let session = try await cloud.makeClient().call(CloudAPI.signUp, body: .johnny)

    wait(days: 29)
    #expect(await isOpen(session))
    wait(days: 29)
    #expect(await isOpen(session))
    wait(days: 30)
    #expect(await !isOpen(session))
  }

  @Test func `A session ends after 180 days however often it is used`() async throws {
    let session = try await cloud.makeClient().call(CloudAPI.signUp, body: .johnny)

    for _ in 0..<8 {
      wait(days: 20)
      #expect(await isOpen(session))
    }
    wait(days: 19)
    #expect(await isOpen(session))
    wait(days: 1)
    #expect(await !isOpen(session))
  }

  @Test func `That a session is used is written at most once a day`() async throws {
    let session = try await cloud.makeClient().call(CloudAPI.signUp, body: .johnny)
    let tokenHash = SessionTokens.hash(session.remoteSession.token)
    func expiry() throws -> Date? {
      try cloud.database.store.session(tokenHash: tokenHash)?.expiresAt
    }
    let first = try #require(try expiry())

    cloud.manualClock.advance(by: .seconds(24 * 3600 - 1))
    #expect(await isOpen(session))
    #expect(try expiry() == first)
    cloud.manualClock.advance(by: .seconds(1))
    #expect(await isOpen(session))
    #expect(try expiry() == first + 24 * 3600)
  }

  @Test func `A clock that is wrong for a while deletes no session; later the expired ones go`()
    async throws
  {
    let client = cloud.makeClient()
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    func signIn() async throws { _ = try await client.call(CloudAPI.signIn, body: credentials) }
    try await signIn()
    wait(days: 1)

    cloud.manualClock.step(by: .seconds(200 * 24 * 3600))
    for _ in 1...2 { try await signIn() }
    cloud.manualClock.step(by: .seconds(-200 * 24 * 3600))
    try await signIn()

    #expect(await isOpen(session))
    wait(days: 31)
    try await signIn()
    cloud.manualClock.advance(by: .seconds(3600))
    try await signIn()
    let tokenHash = SessionTokens.hash(session.remoteSession.token)
    #expect(try cloud.database.store.session(tokenHash: tokenHash) == nil)
  }

  @Test func `The oldest of 21 sessions ends`() async throws {
    let client = cloud.makeClient()
    var sessions = [try await client.call(CloudAPI.signUp, body: .johnny)]
    for _ in 0..<20 {
      cloud.manualClock.advance(by: .seconds(1))
      sessions.append(try await client.call(CloudAPI.signIn, body: credentials))
    }

    var open: [Bool] = []
    for session in sessions { open.append(await isOpen(session)) }

    #expect(open == [false] + Array(repeating: true, count: 20))
  }

  @Test func `A rider ends all own sessions and those of no other`() async throws {
    let client = cloud.makeClient()
    let first = try await client.call(CloudAPI.signUp, body: .johnny)
    let second = try await client.call(CloudAPI.signIn, body: credentials)
    let other = try await client.signUp("Ann")

    _ = try await client.call(CloudAPI.signOutEverywhere, session: second)

    #expect(await !isOpen(first))
    #expect(await !isOpen(second))
    #expect(await isOpen(other))
  }
}
