import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

struct AdministrationTests {
  private let cloud = TestCloud()
  private var container: CloudContainer { CloudContainer(dependencies: cloud) }

  private func experiments(token: Secret?) async throws -> CloudResponse {
    try await container.makeRouter().respond(
      to: CloudRequest(method: .get, path: ["experiments"], token: token))
  }

  @Test func `Only an administrator reads experiments`() async throws {
    let rider = try await cloud.makeClient().signUp("Ann")
    let (_, secret) = try await container.makeAdminTokenKeeper().create(
      name: "ada", lifetime: 100)

    #expect(try await experiments(token: secret).status == 200)
    for token in [nil, Secret("guess"), rider.remoteSession.token] {
      let refused = try await experiments(token: token)
      #expect(refused.status == 401)
      let refusal = try JSONCoding.decode(ErrorResponse.self, from: refused.body)
      #expect(refusal.error.code == .notAdministrator)
    }
  }

  @Test func `An administrator's token is none of a rider`() async throws {
    let (_, secret) = try await container.makeAdminTokenKeeper().create(
      name: "ada", lifetime: 100)

    let response = try await container.makeRouter().respond(
      to: CloudRequest(method: .get, path: ["profile"], token: secret))

    #expect(response.status == 401)
  }

  @Test func `A token is useless once it has expired or was revoked`() async throws {
    let keeper = container.makeAdminTokenKeeper()
    let (short, first) = try await keeper.create(name: "ada", lifetime: 100)
    let (_, second) = try await keeper.create(name: "bob", lifetime: 1000)

    cloud.manualClock.advance(by: .seconds(100))
    #expect(try await experiments(token: first).status == 401)
    #expect(try await experiments(token: second).status == 200)
    try await keeper.revoke(name: "bob")
    #expect(try await experiments(token: second).status == 401)
    #expect(try await keeper.list() == [short])
  }

  @Test func `Mistakes are reported`() async throws {
    let keeper = container.makeAdminTokenKeeper()
    _ = try await keeper.create(name: "ada", lifetime: 100)

    for name in ["", String(repeating: "a", count: 65), "a\u{7}"] {
      await #expect(throws: AdministrationError.badTokenName) {
        try await keeper.create(name: name, lifetime: 1)
      }
    }
    await #expect(throws: AdministrationError.tokenNameTaken("ada")) {
      try await keeper.create(name: "ada", lifetime: 1)
    }
    await #expect(throws: AdministrationError.noSuchToken("bob")) {
      try await keeper.revoke(name: "bob")
    }
  }
}
