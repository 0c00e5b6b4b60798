import Console
import Core
import Observation
import Terminal

/// The rider's open sessions, newest first; all but the current one can be ended.
@MainActor @Observable final class SessionsScreen: NavigableScreen {
  let navigator: Navigator
  private let remoteAPI: AccountRemoteAPI
  private let sessions: CloudList<SessionSummary>
  private let list = SelectList<SessionSummary> { $0.row }
  private var question: Question?
  private var isOwnChosen = false

  init(remoteAPI: AccountRemoteAPI, navigator: Navigator) {
    (self.remoteAPI, self.navigator) = (remoteAPI, navigator)
    sessions = CloudList { () throws(CloudError) in try await remoteAPI.sessions() }
  }

  func work() async {
    await sessions.load()
    list.items = sessions.elements
  }

  var content: ScreenContent {
    let others = sessions.elements.filter { !$0.isCurrent }.map { session in
      ScreenChoice.action("End \(session.row)", id: session.id.rawValue) { [self] in ask(session) }
    }
    return ScreenContent(
      facts: notices + sessions.elements.map(\.row),
      choices: question == nil
        ? others + (sessions.isLoading ? [] : actions.choices) : actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - Sessions", notices: notices,
      hints: question == nil
        ? [KeyHint("Arrows", "Move"), KeyHint("Enter", "End")] + actions.hints : actions.hints)
    list.draw(in: &frame, page.draw(in: &frame))
  }

  private var notices: [Styled] {
    if sessions.isLoading { return ["Asking for your sessions"] }
    if let failure = sessions.failure { return .error(failure) }
    return isOwnChosen
      ? ["This is the session you are using. Sign out on your profile to end it."]
      : [question?.text].compactMap { $0 }
  }

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
    guard !sessions.isLoading, sessions.failure != nil else { return exits() }
    return [.retry { [self] in await work() }] + exits()
  }

  private func ask(_ session: SessionSummary) {
    question = Question("End the session?", yes: "Yes, end it") { [self] in
      Task.immediate {
        await sessions.load { () throws(CloudError) in
          try await remoteAPI.revokeSession(session.id)
        }
        list.items = sessions.elements
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
