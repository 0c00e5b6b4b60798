import Basics
import Console
import Core
import Observation
import Terminal

/// Shows that the program begins, and why a stored session cannot be read.
@MainActor @Observable final class LaunchScreen: NavigableScreen {
  private let model: LaunchViewModel
  let navigator: Navigator

  init(model: LaunchViewModel, navigator: Navigator) {
    (self.model, self.navigator) = (model, navigator)
  }

  var content: ScreenContent { ScreenContent(facts: notices, choices: actions.choices) }

  func draw(in frame: inout Frame) {
    let page = Page(title: Styled("Koober", .heading), hints: actions.hints)
    let body = page.draw(in: &frame)
    let lines = notices.flatMap { $0.wrapped(to: max(1, body.columns)) }
    frame.write([""] + lines, in: body)
  }

  func handle(_ key: Key) { actions.perform(key) }

  func work() async {
    await model.loadUserSession()
    if model.phase == .decided { navigator.close() }
  }

  private var notices: [Styled] {
    guard case .unreadable(let failure) = model.phase else { return [] }
    return .error("Your session cannot be read.", because: failure)
      + ["You can go on and sign in again."]
  }

  private var actions: [KeyAction] {
    guard case .unreadable = model.phase else { return [] }
    return [
      KeyAction(.enter, "Go on") { [model, navigator] in
        model.messageSeen()
        navigator.close()
      },
      KeyAction(.escape, "Quit") { [navigator] in navigator.quit() },
    ] + navigator.shortcuts(on: self)
  }
}

/// Decides at launch who is signed in.
@MainActor @Observable final class LaunchViewModel {
  enum Phase: Equatable {
    case launching
    /// The stored session cannot be read; the error is shown before the launch continues.
    case unreadable(FileError)
    case decided
  }

  private(set) var phase = Phase.launching
  private let userSessionRepository: any UserSessionRepository
  private weak var signedInResponder: (any SignedInResponder)?
  private weak var notSignedInResponder: (any NotSignedInResponder)?

  init(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder,
    notSignedInResponder: any NotSignedInResponder
  ) {
    self.userSessionRepository = userSessionRepository
    (self.signedInResponder, self.notSignedInResponder) = (signedInResponder, notSignedInResponder)
  }

  /// Reads the stored session and calls the responder for it, or for its absence.
  func loadUserSession() async {
    phase = .launching
    do throws(FileError) {
      let session = try await userSessionRepository.readUserSession()
      phase = .decided
      if let session {
        signedInResponder?.signedIn(to: session)
      } else {
        notSignedInResponder?.notSignedIn()
      }
    } catch {
      phase = .unreadable(error)
    }
  }

  /// Goes on to the signed-out scope after the rider has seen why the session cannot be read.
  func messageSeen() {
    guard case .unreadable = phase else { return }
    phase = .decided
    notSignedInResponder?.notSignedIn()
  }
}
