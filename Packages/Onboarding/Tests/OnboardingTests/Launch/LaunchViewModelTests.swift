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

  @Test func `While the session is read again there is no message to go on from`() async {
    var model: LaunchViewModel?
    let repository = FakeUserSessionRepository(
      stored: .failure(FileError(.corrupt, path: "/session", reason: "it cannot be read")),
      duringRead: { @MainActor in model?.messageSeen() })
    model = makeModel(repository)

    await model?.loadUserSession()
    await model?.loadUserSession()

    #expect(responder.calls == [])
  }

  private func makeModel(stored: Result<UserSession?, FileError>) -> LaunchViewModel {
    makeModel(FakeUserSessionRepository(stored: stored))
  }

  private func makeModel(_ repository: FakeUserSessionRepository) -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: repository,
      signedInResponder: responder, notSignedInResponder: responder)
  }
}
