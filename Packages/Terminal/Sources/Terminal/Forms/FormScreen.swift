public import Observation

/// The model of a form's screen.
@MainActor
public protocol FormModel<Field>: AnyObject {
  associatedtype Field: Hashable & Sendable

  /// The title of the form, for example "Sign in"; also the name of its action.
  var title: String { get }
  /// The progress text while the form is being sent.
  var activity: String { get }
  /// Whether the fields and the action are enabled.
  var isEnabled: Bool { get }
  /// The lines above the fields: a rule to know before, or the error of the last attempt.
  var notices: [Styled] { get }
  /// The fields that the last attempt failed for.
  var invalidFields: [Field] { get }
  /// Whether the form has done what it is for.
  var isDone: Bool { get }

  /// Sends the typed values; does nothing while disabled.
  func send(_ form: Form<Field>) async
}

/// The screen of a form, until it has done what it is for or the rider goes back.
@MainActor
@Observable
public final class FormScreen<Field: Hashable & Sendable>: NavigableScreen {
  public let navigator: Navigator
  private let model: any FormModel<Field>
  private let form: Form<Field>
  private let leave: @MainActor (FormScreen) -> Void

  public init(
    model: any FormModel<Field>, form: Form<Field>, navigator: Navigator,
    whenDone leave: @escaping @MainActor (FormScreen) -> Void
  ) {
    (self.model, self.form, self.navigator, self.leave) = (model, form, navigator, leave)
  }

  public var isBusy: Bool { !model.isEnabled }
  public var content: ScreenContent {
    guard model.isEnabled else { return ScreenContent(facts: [Styled(model.activity)]) }
    return ScreenContent(
      facts: [
        Styled(model.title, .heading),
        "An empty line leaves a field as it is. All can be corrected before it is sent.",
      ] + form.facts + model.notices,
      choices: [send.choice] + form.entries + endings.choices)
  }

  public func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading) - \(model.title)",
      notices: isBusy ? ["\(frame.spinner) \(model.activity)"] : model.notices, hints: hints,
      isTyping: true)
    let body = page.draw(in: &frame)
    if model.isEnabled {
      frame.hints += [
        KeyHint("Up/Down", "Other field"), KeyHint("Enter, last field", Styled(model.title)),
      ]
      frame.hints += TextField.hints
    }
    let region = body.rows > 2 * form.rows.count ? body.splitTop(1).rest : body
    form.draw(in: &frame, region, isEnabled: model.isEnabled, wrong: model.invalidFields)
  }

  private var hints: [KeyHint] {
    guard model.isEnabled else { return [] }
    let isLast = form.focus == form.rows.count - 1
    return [isLast ? send.hint : KeyHint("Enter", "Next"), KeyHint("Tab", "Move")]
      + endings.hints
  }

  public func handle(_ key: Key) {
    guard model.isEnabled else { return }
    switch form.handle(key) {
    case .submitted: [send].perform(.enter)
    case .ignored: endings.perform(key)
    case .handled: break
    }
  }

  public func paste(_ text: String) { if model.isEnabled { form.paste(text) } }

  private var endings: [KeyAction] {
    [KeyAction(.escape, "Back") { [self] in navigator.pop(self) }] + navigator.shortcuts(on: self)
  }

  private var send: KeyAction {
    KeyAction(.enter, Styled(model.title)) { [self] in
      Task.immediate {
        await model.send(form)
        if model.isDone { return leave(self) }
        form.edit(model.invalidFields)
      }
    }
  }
}
