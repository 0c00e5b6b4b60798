import Basics
import Core
import CoreTesting
import FeatureFlags
import Testing

@testable import Auth

struct AuthContainerTests {
  private struct Dependencies: AuthDependencies {
    let userSessionDataStore: any UserSessionDataStore
    let userSessionCoder: any UserSessionCoding = ReversedUserSessionCoder()
    let authRemoteAPI: any AuthRemoteAPI = FakeAuthRemoteAPI()
  }

  /// The format of another app.
  private struct ReversedUserSessionCoder: UserSessionCoding {
    func encode(_ session: IssuedSession) throws -> [UInt8] {
      try JSONUserSessionCoder().encode(session).reversed()
    }

    func decode(_ content: [UInt8]) throws -> IssuedSession {
      try JSONUserSessionCoder().decode(content.reversed())
    }
  }

  @Test func `The session is kept where and as the app says`() async throws {
    let store = InMemoryUserSessionDataStore()
    let container = AuthContainer(dependencies: Dependencies(userSessionDataStore: store))

    _ = try await container.userSessionRepository.signUp(.johnny)

    #expect(try await store.read() == ReversedUserSessionCoder().encode(IssuedSession(.johnny)))
    #expect(try await container.userSessionRepository.readUserSession() == .johnny)
    #expect(await container.userSessionStoreDescription.kind == "memory")
  }

  #if FileBasedUserSessionStore
    @Test(arguments: ["secret-service", "file", "memory"])
    func `The trait keeps the session in a file, whatever is chosen`(variant: String) async throws {
      #expect(try await makeStore(variant).description.kind == "file")
      let scope = try FlagSet.auth.makeScope(overrides: ["user-session-store": variant])
      #expect(userSessionStore.variant(in: scope) == "file")
    }
  #else
    @Test(arguments: [("secret-service", "file"), ("file", "file"), ("memory", "memory")])
    func `The flag chooses the store; without a desktop a secret is in a file`(
      variant: String, kind: String
    ) async throws {
      #expect(try await makeStore(variant).description.kind == kind)
    }
  #endif

  private func makeStore(_ variant: String) throws -> ChosenUserSessionDataStore {
    ChosenUserSessionDataStore(
      flagScope: try FlagSet.auth.makeScope(overrides: ["user-session-store": variant]),
      path: "/nowhere/session.json", hasSessionBus: false)
  }
}
