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
@MainActor
@Observable
final class AccountFormModel: FormModel {
  /// Why the typed values are not sent.
  struct Mistake {
    let field: AccountField
    let message: String
  }

  private enum Phase {
    case editing, sending, done
    case mistaken([Mistake])
    case failed(AuthError)
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
    self.title = title
    self.activity = activity
    self.explanation = explanation
    self.check = check
    self.submit = submit
  }

  var isEnabled: Bool {
    switch phase {
    case .editing, .mistaken, .failed: true
    case .sending, .done: false
    }
  }

  var isDone: Bool { if case .done = phase { true } else { false } }

  var notices: [Styled] {
    switch phase {
    case .editing, .sending, .done: explanation
    case .mistaken(let mistakes): mistakes.map { Styled($0.message, .error) }
    case .failed(let error): .error(error)
    }
  }

  var invalidFields: [AccountField] {
    switch phase {
    case .editing, .sending, .done: []
    case .mistaken(let mistakes): mistakes.map(\.field)
    case .failed(.cloud(.refused(let detail))):
      [detail.field.flatMap(FieldError.Field.init).map(AccountField.field)].compactMap { $0 }
    case .failed: []
    }
  }

  func send(_ form: Form<AccountField>) async {
    guard isEnabled else { return }
    let mistakes = check(form)
    guard mistakes.isEmpty else {
      phase = .mistaken(mistakes)
      return
    }
    phase = .sending
    do throws(AuthError) {
      try await submit(form)
      phase = .done
    } catch {
      phase = .failed(error)
    }
  }
}
