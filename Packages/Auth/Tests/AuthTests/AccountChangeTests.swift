import Basics
import Core
import CoreTesting
import Testing

@testable import Auth

struct AccountChangeTests {
  private let dataStore = InMemoryUserSessionDataStore()
  private let coder = JSONUserSessionCoder()
  private let deletion = AccountDeletion(password: Secret("correct horse"))

  private func makeRepository(_ remoteAPI: FakeAuthRemoteAPI) async throws
    -> KooberUserSessionRepository
  {
    await dataStore.save(try coder.encode(IssuedSession(.johnny)))
    return KooberUserSessionRepository(dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)
  }

  @Test func `A changed profile is kept with the same token`() async throws {
    let repository = try await makeRepository(FakeAuthRemoteAPI())
    var change = ProfileChange(.johnny)
    change.name = " Johnny Smith "

    let session = try await repository.changeProfile(change, of: .johnny)

    #expect(session.profile.name == "Johnny Smith")
    #expect(session.remoteSession == UserSession.johnny.remoteSession)
    #expect(try await repository.readUserSession() == session)
  }

  @Test func `A refused change keeps the profile`() async throws {
    let repository = try await makeRepository(
      FakeAuthRemoteAPI(revoke: .failure(.unreachable(reason: "no route"))))
    var change = ProfileChange(.johnny)
    change.name = "Johnny Smith"

    await #expect(throws: AuthError.cloud(.unreachable(reason: "no route"))) {
      try await repository.changeProfile(change, of: .johnny)
    }

    #expect(try await repository.readUserSession() == .johnny)
  }

  @Test func `A reset keeps the session that it opens`() async throws {
    let replaced = UserSession.sample(token: "replaced")
    let remoteAPI = FakeAuthRemoteAPI(signIn: .success(replaced))
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)

    let session = try await repository.resetPassword(
      PasswordReset(email: "johnny@gmail.com", code: Secret("1"), password: Secret("new horse")))

    #expect(session == replaced)
    #expect(try await repository.readUserSession() == replaced)
  }

  @Test func `A deleted account leaves no session here`() async throws {
    let remoteAPI = FakeAuthRemoteAPI()
    let repository = try await makeRepository(remoteAPI)

    try await repository.deleteAccount(deletion, of: .johnny)

    #expect(await remoteAPI.deletions == [deletion])
    #expect(try await repository.readUserSession() == nil)
  }

  @Test func `A refused deletion keeps the session`() async throws {
    let refusal = ErrorResponse(.wrongCredentials, message: "The password is not yours.")
    let repository = try await makeRepository(
      FakeAuthRemoteAPI(revoke: .failure(.refused(refusal.error))))

    await #expect(throws: AuthError.cloud(.refused(refusal.error))) {
      try await repository.deleteAccount(deletion, of: .johnny)
    }

    #expect(try await repository.readUserSession() == .johnny)
  }
}
