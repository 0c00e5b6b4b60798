import Console
import Core
import Observation
import Terminal

/// The rider's profile, the ways to what changes the account, and the sign-out.
@MainActor @Observable final class ProfileScreen: NavigableScreen {
  typealias Tell = @MainActor (Styled) -> Void

  let navigator: Navigator
  private let model: ProfileViewModel
  private let makeMenu: @MainActor (_ tell: @escaping Tell) -> [MenuItem]
  private var question: Question?
  private var news: Styled?

  init(
    model: ProfileViewModel, makeMenu: @escaping @MainActor (_ tell: @escaping Tell) -> [MenuItem],
    navigator: Navigator
  ) {
    (self.model, self.makeMenu, self.navigator) = (model, makeMenu, navigator)
  }

  var isBusy: Bool { model.phase == .signingOut }

  var content: ScreenContent {
    ScreenContent(
      facts: facts.lines + notices + [question?.text].compactMap { $0 }, choices: actions.choices)
  }

  func draw(in frame: inout Frame) {
    let notices = isBusy ? notices.map { "\(frame.spinner) \($0)" } : notices
    let page = Page(
      title: "\("Koober", .heading) - Profile",
      notices: notices + [question?.text].compactMap { $0 }, hints: actions.hints)
    let body = page.draw(in: &frame)
    let region = body.rows > facts.entries.count ? body.splitTop(1).rest : body
    frame.write(facts.lines(columns: region.columns), in: region)
  }

  private var facts: KeyValueList { model.profile.record }

  private var notices: [Styled] {
    switch model.phase {
    case .showing: [news].compactMap { $0 }
    case .signedOut(.revoked): []
    case .signingOut: ["Signing out"]
    case .failed(let failure): .error("You are still signed in.", because: failure)
    case .signedOut(.deletedOnly(let error)):
      [
        Styled("You are signed out here; the cloud does not know of it.", .warning),
        Styled(error.problem.message), "The session ends there later.",
      ]
    }
  }

  func handle(_ key: Key) {
    if question != nil, key == .escape { question = nil } else { actions.perform(key) }
  }

  private var actions: [KeyAction] {
    if let question { return question.answers { [self] in self.question = nil } }
    switch model.phase {
    case .signingOut: return []
    case .signedOut: return [KeyAction(.enter, "Go on") { [navigator] in navigator.close() }]
    case .showing, .failed:
      return [
        KeyAction(.character("s"), "Sign out") { [self] in ask() }
      ] + makeMenu { [weak self] in self?.news = $0 }.map { $0.action(in: navigator) } + exits()
    }
  }

  private func ask() {
    question = Question("Sign out?", yes: "Yes, sign out") { [self] in
      Task.immediate { await signOut() }
    }
  }

  private func signOut() async {
    // A sign-out that the cloud does not know of has to be read first.
    if case .success(.revoked) = await model.signOut() { navigator.close() }
  }
}
