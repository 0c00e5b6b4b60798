import Basics
import Core
import CoreTesting
import FeatureFlags
import Testing

@testable import Auth

struct AuthContainerTests {
  private struct Dependencies: AuthDependencies {
    let cloudClient: CloudClient
    let flagScope: FlagScope
    let userSessionFile: String
  }

  @Test func `Signing in through the container keeps the session in the file`() async throws {
    let folder = try TemporaryFolder()
    let container = try makeContainer("file", path: "\(folder.path)/session/session.json")

    _ = try await container.userSessionRepository.signUp(.johnny)

    let next = try makeContainer("file", path: "\(folder.path)/session/session.json")
    #expect(try await next.userSessionRepository.readUserSession() == .johnny)
    #expect(next.userSessionStoreDescription.kind == "file")
  }

  #if FileBasedUserSessionStore
    @Test func `The trait keeps the session in a file, whatever is chosen`() throws {
      let container = try makeContainer("memory", path: "/nowhere/session")

      #expect(container.userSessionStoreDescription.kind == "file")
    }
  #else
    @Test func `The memory store leaves no file`() async throws {
      let container = try makeContainer("memory", path: "/nowhere/session")

      _ = try await container.userSessionRepository.signUp(.johnny)

      #expect(container.userSessionStoreDescription.kind == "memory")
      #expect(try await container.userSessionRepository.readUserSession() == .johnny)
    }
  #endif

  @Test func `A store for every variant, and a variant for every store`() throws {
    let problems = SubstitutionRegistry(FlagSet.auth.substitutions)
      .problems(in: try FlagSet.auth.definitions())

    #expect(problems == [])
  }

  private func makeContainer(_ variant: String, path: String) throws -> AuthContainer {
    let transport = ScriptedCloudTransport([.success(try .document(UserSession.johnny))])
    return AuthContainer(
      dependencies: Dependencies(
        cloudClient: CloudClient(transport: transport),
        flagScope: try FlagSet.auth.makeScope(overrides: ["user-session-store": variant]),
        userSessionFile: path))
  }
}
