import Commands
import Core
import Observation
import Terminal

/// The fields of the forms that change an account.
enum AccountField: Hashable {
  case field(FieldError.Field)
  case newPassword, repetition

  static var password: Self { .field(.password) }
}

/// The state of a form that changes an account, and its one action.
@MainActor @Observable final class AccountFormModel: FormModel {
  /// Why the typed values are not sent.
  struct Mistake {
    let field: AccountField
    let message: String
  }

  private enum Phase {
    case editing, sending, done
    case failed(notices: [Styled], fields: [AccountField])
  }

  let title: String
  let activity: String
  private let explanation: [Styled]
  private let check: @MainActor (Form<AccountField>) -> [Mistake]
  private let submit: @MainActor (Form<AccountField>) async throws(AuthError) -> Void
  private var phase = Phase.editing

  /// - Parameter check: Returns what is not sent as it is.
  init(
    title: String, activity: String, explanation: [Styled] = [],
    check: @escaping @MainActor (Form<AccountField>) -> [Mistake],
    submit: @escaping @MainActor (Form<AccountField>) async throws(AuthError) -> Void
  ) {
    (self.title, self.activity, self.explanation) = (title, activity, explanation)
    (self.check, self.submit) = (check, submit)
  }

  var isEnabled: Bool {
    switch phase {
    case .editing, .failed: true
    case .sending, .done: false
    }
  }

  var isDone: Bool { if case .done = phase { true } else { false } }

  var notices: [Styled] {
    if case .failed(let notices, _) = phase { notices } else { explanation }
  }

  var invalidFields: [AccountField] {
    if case .failed(_, let fields) = phase { fields } else { [] }
  }

  func send(_ form: Form<AccountField>) async {
    guard isEnabled else { return }
    let mistakes = check(form)
    guard mistakes.isEmpty else {
      phase = .failed(
        notices: mistakes.map { Styled($0.message, .error) }, fields: mistakes.map(\.field))
      return
    }
    phase = .sending
    do throws(AuthError) {
      try await submit(form)
      phase = .done
    } catch {
      var field: FieldError.Field?
      if case .cloud(.refused(let detail)) = error {
        field = detail.field.flatMap(FieldError.Field.init)
      }
      phase = .failed(notices: .error(error), fields: field.map { [.field($0)] } ?? [])
    }
  }
}
