import Basics
import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct ProfileViewModelTests {
  private final class Recorder: NotSignedInResponder {
    var calls = 0

    func notSignedIn() {
      calls += 1
    }
  }

  private let recorder = Recorder()

  @Test func `Signing out ends the session and closes the scope`() async {
    let repository = FakeUserSessionRepository()
    let model = makeModel(repository)

    await model.signOut()

    #expect(model.phase == .signedOut(.revoked))
    #expect(await repository.signOuts == [.johnny])
    #expect(recorder.calls == 1)
  }

  @Test func `Signing out everywhere closes the scope`() async throws {
    let model = makeModel(FakeUserSessionRepository())

    try await model.signOutEverywhere().get()

    #expect(model.phase == .signedOut(.revoked))
    #expect(recorder.calls == 1)
  }

  @Test func `A rider who cannot sign out everywhere is still signed in`() async throws {
    let failure = FileError(.notPermitted, path: "/session", reason: "Permission denied")
    let model = makeModel(FakeUserSessionRepository(signOut: .failure(failure)))

    await #expect(throws: AuthError.sessionStore(failure)) {
      try await model.signOutEverywhere().get()
    }

    #expect(model.phase == .showing)
    #expect(recorder.calls == 0)
  }

  @Test func `A session that cannot be deleted leaves the rider signed in`() async {
    let failure = FileError(.notPermitted, path: "/session", reason: "Permission denied")
    let model = makeModel(FakeUserSessionRepository(signOut: .failure(failure)))

    await model.signOut()

    #expect(model.phase == .failed(failure))
    #expect(recorder.calls == 0)
  }

  @Test func `The profile is that of the session`() {
    #expect(makeModel(FakeUserSessionRepository()).profile == .johnny)
  }

  private func makeModel(_ repository: FakeUserSessionRepository) -> ProfileViewModel {
    ProfileViewModel(
      session: .johnny, userSessionRepository: repository, notSignedInResponder: recorder)
  }
}
