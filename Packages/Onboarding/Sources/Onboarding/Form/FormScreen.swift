import Core
import Observation
import Terminal

/// The model of a form's screen.
@MainActor
protocol FormModel: AnyObject {
  /// The title of the form, for example "Sign in"; also the name of its action.
  var title: String { get }
  /// The progress text while the form is being sent.
  var activity: String { get }
  /// Whether the fields and the action are enabled.
  var isEnabled: Bool { get }
  /// The error of the last attempt; `nil` without one.
  var failure: OnboardingError? { get }
  var isSignedIn: Bool { get }

  /// Sends the typed values; does nothing while disabled.
  func send(_ form: Form) async
}

/// The screen of a form, until it has opened a session or the rider goes back.
@MainActor
@Observable
final class FormScreen: NavigableScreen {
  let navigator: Navigator
  let clock: any Clock<Duration>
  private let model: any FormModel
  private let form: Form
  private var spinner = Spinner()

  init(
    model: any FormModel, form: Form, navigator: Navigator, clock: any Clock<Duration>
  ) {
    self.model = model
    self.form = form
    self.navigator = navigator
    self.clock = clock
  }

  var tickInterval: Duration? { model.isEnabled ? nil : Spinner.interval }

  func tick() {
    spinner.advance()
  }

  // MARK: - Looks

  var content: ScreenContent {
    guard model.isEnabled else { return ScreenContent(facts: [Styled(model.activity)]) }
    return ScreenContent(
      facts: [Styled(model.title, .heading)] + form.facts + (model.failure?.lines ?? []),
      choices: form.entries + [send.choice] + endings.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - \(model.title)", notices: notices(in: frame), hints: hints)
    let body = page.draw(in: &frame)
    let region = body.rows > 2 * form.rows.count ? body.splitTop(1).rest : body
    form.draw(
      in: &frame, region, isEnabled: model.isEnabled, wrong: model.failure?.fields ?? [])
  }

  private func notices(in frame: Frame) -> [Styled] {
    guard model.isEnabled else {
      return ["\(spinner.line(isUnicode: frame.isUnicode)) \(model.activity)"]
    }
    return model.failure?.lines ?? []
  }

  private var hints: [KeyHint] {
    guard model.isEnabled else { return [] }
    let isLast = form.focus == form.rows.count - 1
    return [isLast ? send.hint : KeyHint("Enter", "Next"), KeyHint("Tab", "Move")]
      + endings.hints
  }

  // MARK: - Keys

  func handle(_ key: Key) {
    guard model.isEnabled else { return }
    switch form.handle(key) {
    case .submitted: [send].perform(.enter)
    case .ignored: endings.perform(key)
    case .handled: break
    }
  }

  func paste(_ text: String) {
    if model.isEnabled { form.paste(text) }
  }

  private var endings: [KeyAction] {
    [KeyAction(.escape, "Back") { [self] in navigator.pop(self) }] + navigator.shortcuts(on: self)
  }

  private var send: KeyAction {
    KeyAction(.enter, Styled(model.title)) { [self] in
      Task.immediate {
        await model.send(form)
        if model.isSignedIn { return navigator.close() }
        form.edit(model.failure?.fields ?? [])
      }
    }
  }
}
