import BasicsTesting
import Core
import CoreTesting
import Testing

@testable import Auth

struct AuthContainerTests {
  private struct Dependencies: AuthDependencies {
    let cloudClient: CloudClient
    let userSessionStorage: UserSessionStorage
  }

  @Test func `Signing in through the container keeps the session in the chosen file`() async throws
  {
    let folder = try TemporaryFolder()
    let container = try makeContainer(kind: .file, path: "\(folder.path)/session/session.json")

    _ = try await container.userSessionRepository.signUp(.johnny)

    let next = try makeContainer(kind: .file, path: "\(folder.path)/session/session.json")
    #expect(try await next.userSessionRepository.readUserSession() == .johnny)
    #expect(next.userSessionStoreDescription.kind == "file")
  }

  #if FileBasedUserSessionStore
    @Test func `The trait keeps the session in a file, whatever is chosen`() throws {
      let container = try makeContainer(kind: .memory, path: "/nowhere/session")

      #expect(container.userSessionStoreDescription.kind == "file")
    }
  #else
    @Test func `The memory store leaves no file`() async throws {
      let container = try makeContainer(kind: .memory, path: "/nowhere/session")

      _ = try await container.userSessionRepository.signUp(.johnny)

      #expect(container.userSessionStoreDescription.kind == "memory")
      #expect(try await container.userSessionRepository.readUserSession() == .johnny)
    }
  #endif

  private func makeContainer(
    kind: UserSessionStorage.Kind, path: String
  ) throws -> AuthContainer {
    let transport = ScriptedCloudTransport([.success(try .document(UserSession.johnny))])
    return AuthContainer(
      dependencies: Dependencies(
        cloudClient: CloudClient(transport: transport),
        userSessionStorage: UserSessionStorage(kind: kind, path: path)))
  }
}
