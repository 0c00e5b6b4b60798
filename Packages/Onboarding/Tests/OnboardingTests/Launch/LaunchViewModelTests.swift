import Basics
import Core
import CoreTesting
import Testing

@testable import Onboarding

@MainActor
struct LaunchViewModelTests {
  private let responder = RecordingResponder()

  @Test func `A stored session opens the signed-in scope`() async {
    let model = makeModel(stored: .success(.johnny))

    await model.loadUserSession()

    #expect(responder.calls == [.signedIn(.johnny)])
    #expect(model.phase == .decided)
  }

  @Test func `No session opens the signed-out scope`() async {
    let model = makeModel(stored: .success(nil))

    await model.loadUserSession()

    #expect(responder.calls == [.notSignedIn])
  }

  @Test func `An unreadable session waits until the rider has seen the message`() async {
    let failure = FileError(.corrupt, path: "/session", reason: "it cannot be read")
    let model = makeModel(stored: .failure(failure))

    await model.loadUserSession()

    #expect(model.phase == .unreadable(failure))
    #expect(responder.calls == [])

    model.messageSeen()
    model.messageSeen()

    #expect(responder.calls == [.notSignedIn])
  }

  private func makeModel(stored: Result<UserSession?, FileError>) -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: FakeUserSessionRepository(stored: stored),
      signedInResponder: responder, notSignedInResponder: responder)
  }
}
