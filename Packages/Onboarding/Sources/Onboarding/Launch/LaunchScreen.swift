import Core
import Observation
import Terminal

/// How the launch ends.
public enum LaunchOutcome: Equatable, Sendable {
  /// A responder was called with the session.
  case decided
  /// The rider leaves the program.
  case quit
}

/// Shows that the program begins, and why a stored session cannot be read.
@MainActor
@Observable
final class LaunchScreen: DrawnScreen {
  private let model: LaunchViewModel
  private var isQuit = false
  let clock: any Clock<Duration>

  init(model: LaunchViewModel, clock: any Clock<Duration>) {
    self.model = model
    self.clock = clock
  }

  var outcome: LaunchOutcome? { isQuit ? .quit : model.phase == .decided ? .decided : nil }

  var content: ScreenContent {
    ScreenContent(facts: notices, choices: actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: Styled("Koober", .heading), hints: actions.hints)
    let body = page.draw(in: &frame)
    let lines = notices.flatMap { $0.wrapped(to: max(1, body.columns)) }
    frame.write([""] + lines, in: body)
  }

  func handle(_ key: Key) {
    actions.perform(key)
  }

  func work() async {
    await model.loadUserSession()
  }

  private var notices: [Styled] {
    guard case .unreadable(let failure) = model.phase else { return [] }
    let problem = failure.problem
    return [
      Styled("Your session cannot be read.", .error), Styled(problem.message),
      Styled(problem.hint), "You can go on and sign in again.",
    ]
  }

  private var actions: [KeyAction] {
    guard case .unreadable = model.phase else { return [] }
    return [
      KeyAction(.enter, "Go on") { [self] in model.messageSeen() },
      KeyAction(.escape, "Quit") { [self] in isQuit = true },
    ]
  }
}
