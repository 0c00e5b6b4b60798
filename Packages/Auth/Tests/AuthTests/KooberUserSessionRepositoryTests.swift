import Basics
import Core
import CoreTesting
import Testing

@testable import Auth

struct KooberUserSessionRepositoryTests {
  private let dataStore = InMemoryUserSessionDataStore()
  private let coder = JSONUserSessionCoder()

  @Test func `A sign-in is kept before it is reported`() async throws {
    let remoteAPI = FakeAuthRemoteAPI()
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)

    let session = try await repository.signIn(
      with: Credentials(email: "johnny@gmail.com", password: Secret("correct horse")))

    #expect(session == .johnny)
    #expect(try await repository.readUserSession() == .johnny)
  }

  @Test(arguments: [RiderProfile.johnny, .ada])
  func `A sign-in ends the session that it replaces, whosever it is`(
    rider: RiderProfile
  ) async throws {
    let replaced = UserSession.sample(of: rider, token: "replaced")
    let remoteAPI = FakeAuthRemoteAPI()
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)
    await dataStore.save(try coder.encode(IssuedSession(replaced)))

    _ = try await repository.signIn(
      with: Credentials(email: "johnny@gmail.com", password: Secret("correct horse")))

    #expect(await remoteAPI.revocations == [replaced])
    #expect(try await repository.readUserSession() == .johnny)
  }

  @Test func `A sign-up sends the normalized account and keeps the session`() async throws {
    let remoteAPI = FakeAuthRemoteAPI()
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)
    var typed = NewAccount.johnny
    typed.email = " Johnny@Gmail.com "

    _ = try await repository.signUp(typed)

    #expect(await remoteAPI.signUps == [.johnny])
    #expect(try await repository.readUserSession() == .johnny)
  }

  @Test func `A refused sign-in keeps nothing`() async throws {
    let remoteAPI = FakeAuthRemoteAPI(signIn: .failure(.unreachable(reason: "no route")))
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)

    await #expect(throws: AuthError.cloud(.unreachable(reason: "no route"))) {
      try await repository.signIn(with: Credentials(email: "a@b.c", password: Secret("x")))
    }

    #expect(try await repository.readUserSession() == nil)
  }

  @Test func `A session that cannot be kept is revoked and not reported`() async throws {
    let remoteAPI = FakeAuthRemoteAPI()
    let failure = FileError(.full, path: "/disk/session", reason: "No space left on device")
    let repository = KooberUserSessionRepository(
      dataStore: FailingUserSessionDataStore(failure: failure), coder: coder, remoteAPI: remoteAPI)

    await #expect(throws: AuthError.sessionStore(failure)) {
      try await repository.signUp(.johnny)
    }

    #expect(await remoteAPI.revocations == [.johnny])
  }

  @Test func `A sign-out revokes in the cloud and forgets here`() async throws {
    let remoteAPI = FakeAuthRemoteAPI()
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)
    await dataStore.save(try coder.encode(IssuedSession(.johnny)))

    let outcome = try await repository.signOut(.johnny)

    #expect(outcome == .revoked)
    #expect(await remoteAPI.revocations == [.johnny])
    #expect(try await repository.readUserSession() == nil)
  }

  @Test func `A sign-out without the cloud forgets here and says so`() async throws {
    let error = CloudError.unreachable(reason: "no route")
    let remoteAPI = FakeAuthRemoteAPI(revoke: .failure(error))
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)
    await dataStore.save(try coder.encode(IssuedSession(.johnny)))

    let outcome = try await repository.signOut(.johnny)

    #expect(outcome == .deletedOnly(error))
    #expect(try await repository.readUserSession() == nil)
  }

  @Test func `A sign-out everywhere revokes all sessions and forgets here`() async throws {
    let remoteAPI = FakeAuthRemoteAPI()
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)
    await dataStore.save(try coder.encode(IssuedSession(.johnny)))

    try await repository.signOutEverywhere(.johnny)

    #expect(await remoteAPI.fullRevocations == [.johnny])
    #expect(try await repository.readUserSession() == nil)
  }

  @Test func `A sign-out everywhere without the cloud keeps the session for another try`()
    async throws
  {
    let error = CloudError.unreachable(reason: "no route")
    let remoteAPI = FakeAuthRemoteAPI(revoke: .failure(error))
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)
    await dataStore.save(try coder.encode(IssuedSession(.johnny)))

    await #expect(throws: AuthError.cloud(error)) {
      try await repository.signOutEverywhere(.johnny)
    }

    #expect(try await repository.readUserSession() == .johnny)
  }

  @Test func `A session that the cloud had ended already counts as revoked`() async throws {
    let refusal = ErrorResponse(.notSignedIn, message: "The session has expired.")
    let remoteAPI = FakeAuthRemoteAPI(revoke: .failure(.refused(refusal.error)))
    let repository = KooberUserSessionRepository(
      dataStore: dataStore, coder: coder, remoteAPI: remoteAPI)

    #expect(try await repository.signOut(.johnny) == .revoked)
  }
}
