import Console
import Core
import Observation
import Terminal

/// The rider's profile, the ways to what changes the account, and the sign-out.
@MainActor @Observable final class ProfileScreen: NavigableScreen {
  private let model: ProfileViewModel
  private let news: AccountNews
  private let scenes: Scenes<SignedInScene>
  private var question: Question?

  init(model: ProfileViewModel, news: AccountNews, scenes: Scenes<SignedInScene>) {
    (self.model, self.news, self.scenes) = (model, news, scenes)
  }

  var navigator: Navigator { scenes.navigator }
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
    case .showing: [news.line].compactMap { $0 }
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
      ] + ways + exits()
    }
  }

  /// The ways to what changes the account.
  private var ways: [KeyAction] {
    let ways: [(Key, Styled, SignedInScene)] = [
      (.character("e"), "Edit", .profileForm), (.character("p"), "Password", .passwordForm),
      (.character("v"), "Sessions", .sessions), (.character("d"), "Delete account", .deletionForm),
    ]
    return ways.map { key, title, scene in
      KeyAction(key, title) { [scenes] in scenes.push(scene) }
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
