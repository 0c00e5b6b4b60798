import Commands
import Core
import Observation
import Terminal

/// The rider's open sessions, each of which but the own one can be ended.
@MainActor
@Observable
final class SessionsScreen: NavigableScreen {
  let navigator: Navigator
  private let model: SessionsViewModel
  private let list = SelectList<SessionSummary> { $0.row }
  private var question: Question?
  /// Whether the rider has chosen the session of this program.
  private var isOwnChosen = false

  init(model: SessionsViewModel, navigator: Navigator) {
    self.model = model
    self.navigator = navigator
  }

  func work() async {
    await model.load()
    list.items = model.sessions
  }

  // MARK: - Looks

  var content: ScreenContent {
    ScreenContent(
      facts: notices + model.sessions.map(\.row),
      choices: question == nil
        ? model.sessions.filter { !$0.isCurrent }.map { session in
          .action("End \(session.row)", id: session.id.rawValue) { [self] in ask(session) }
        } + (model.phase == .loading ? [] : actions.choices) : actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Sessions", notices: notices,
      hints: question == nil
        ? [KeyHint("Arrows", "Move"), KeyHint("Enter", "End")] + actions.hints : actions.hints)
    list.draw(in: &frame, page.draw(in: &frame))
  }

  private var notices: [Styled] {
    switch model.phase {
    case .loading: ["Asking for your sessions"]
    case .loaded where isOwnChosen:
      ["This is the session you are using. Sign out on your profile to end it."]
    case .loaded: [question?.text].compactMap { $0 }
    case .failed(let error): .error(error)
    }
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    if question != nil {
      if key == .escape { question = nil } else { actions.perform(key) }
      return
    }
    isOwnChosen = false
    list.handle(key, or: actions) { session in
      if session.isCurrent { isOwnChosen = true } else { ask(session) }
    }
  }

  private var actions: [KeyAction] {
    if let question { return question.answers { [self] in self.question = nil } }
    guard case .failed = model.phase else { return exits() }
    return [.retry { [self] in await work() }] + exits()
  }

  private func ask(_ session: SessionSummary) {
    question = Question("End the session?", yes: "Yes, end it") { [self] in
      Task.immediate {
        await model.revoke(session)
        list.items = model.sessions
      }
    }
  }
}

extension SessionSummary {
  fileprivate var row: Styled {
    let use = isCurrent ? "this one" : "last used \(Formatters.time(usedAt).prefix(10))"
    return "since \(Formatters.time(openedAt)), \(use)"
  }
}
