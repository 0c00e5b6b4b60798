import Basics
import Core
import CoreTesting
import FeatureFlags
import ScopeTesting
import Terminal
import Testing

@testable import Auth

/// The rules that hold for the objects that know who is signed in.
struct AuthScopeTests {
  @Test(arguments: auth.proofs)
  func `The scope keeps its rules`(proof: ScopeProof) async throws { try await proof.check() }

  private static let auth = ScopeUnderTest(
    of: "Auth", flags: .auth,
    variants: [
      .of(
        userSessionStore,
        [
          "secret-service": "SecretUserSessionDataStore", "file": "FileUserSessionDataStore",
          "memory": "InMemoryUserSessionDataStore",
        ], metIn: ["a session is kept"]
      ) { make in
        "\(type(of: make(UserSessionPlace(path: "/nowhere/session.json", hasSessionBus: false))))"
      }
    ],
    parent: { try Dependencies($0.flagScope) },
    open: { AuthContainer(dependencies: $0) },
    makers: [
      .use("no session is read") { stage, terminal in
        let session = try await stage.container.userSessionRepository.readUserSession()
        try terminal.writeLine(session == nil ? "none" : "one")
      },
      .use("a session is kept") { stage, terminal in
        _ = try await stage.container.userSessionRepository.signUp(.johnny)
        try terminal.writeLine(Styled(await stage.container.userSessionStoreDescription.kind))
      },
    ])

  /// The chosen store, in a folder that lives as long.
  private struct Dependencies: AuthDependencies {
    let folder: TemporaryFolder
    let userSessionDataStore: any UserSessionDataStore
    let userSessionCoder: any UserSessionCoding = JSONUserSessionCoder()
    let authRemoteAPI: any AuthRemoteAPI = FakeAuthRemoteAPI()

    init(_ flagScope: FlagScope) throws {
      folder = try TemporaryFolder()
      userSessionDataStore = ChosenUserSessionDataStore(
        flagScope: flagScope, path: "\(folder.path)/session.json", hasSessionBus: false)
    }
  }
}
