import Basics
import Composition
import Core
import CoreTesting
import TerminalTesting
import Testing

@testable import Onboarding

@MainActor
struct OnboardingContainerTests {
  private struct Dependencies: OnboardingDependencies {
    let userSessionRepository: any UserSessionRepository
    let responder: RecordingResponder
    let lifetimeMonitor = LifetimeMonitor()
    let signUpOrder: any SignUpOrder = FieldOrder()
    let screenClock: any Clock<Duration> = ManualClock()
    var signedInResponder: any SignedInResponder { responder }
    var notSignedInResponder: any NotSignedInResponder { responder }
  }

  private struct Stop: Error {}

  private let responder = RecordingResponder()

  @Test func `A launch command shows the message and goes on`() async {
    let failure = FileError(.corrupt, path: "/session", reason: "it cannot be read")
    let container = makeContainer(FakeUserSessionRepository(stored: .failure(failure)))
    var shown: [FileError] = []

    await container.launch { shown.append($0) }

    #expect(shown == [failure])
    #expect(responder.calls == [.notSignedIn])
  }

  @Test func `A launch command that refuses the message stays where it is`() async {
    let failure = FileError(.corrupt, path: "/session", reason: "it cannot be read")
    let container = makeContainer(FakeUserSessionRepository(stored: .failure(failure)))

    await #expect(throws: Stop.self) {
      try await container.launch { _ throws(Stop) in throw Stop() }
    }

    #expect(responder.calls == [])
  }

  @Test func `A sign-in command reports the failure of its form`() async {
    let container = makeContainer(FakeUserSessionRepository())

    await #expect(throws: OnboardingFailure.invalidFields([.empty(.password)])) {
      try await container.signIn(
        with: Credentials(email: "johnny@gmail.com", password: Secret("")))
    }
  }

  @Test func `A sign-up command opens the signed-in scope`() async throws {
    let container = makeContainer(FakeUserSessionRepository())

    try await container.signUp(.johnny)

    #expect(responder.calls == [.signedIn(.johnny)])
  }

  private func makeContainer(_ repository: any UserSessionRepository) -> OnboardingContainer {
    OnboardingContainer(
      dependencies: Dependencies(userSessionRepository: repository, responder: responder))
  }
}
