import Console
public import Core
public import Observation
public import Terminal

/// An error that may name the field of a form that is to blame.
public protocol FormFailure: ProblemConvertible {
  /// The field by the name that the cloud uses; `nil` when it is not a matter of a field.
  var invalidField: String? { get }
}

extension CloudError: FormFailure {
  public var invalidField: String? {
    if case .refused(let detail) = self { detail.field } else { nil }
  }
}

extension AuthError: FormFailure {
  public var invalidField: String? {
    if case .cloud(let error) = self { error.invalidField } else { nil }
  }
}

/// The state of a form, and its one action; fields have the names that the cloud uses.
@MainActor @Observable public final class ActionFormModel<Field, Failure: FormFailure>: FormModel
where Field: Hashable & Sendable & RawRepresentable<String> {
  private enum Phase {
    case editing, sending, done
    case failed(notices: [Styled], fields: [Field])
  }

  /// Fields that are not sent as they are, each with what to type instead.
  public typealias Mistakes = [(field: Field, message: String)]

  public let title: String
  public let activity: String
  private let explanation: [Styled]
  private let check: @MainActor (Form<Field>) -> Mistakes
  private let submit: @MainActor (Form<Field>) async throws(Failure) -> Void
  private var phase = Phase.editing

  /// - Parameters:
  ///   - title: The heading of the form.
  ///   - activity: What is said while it is sent.
  ///   - explanation: The lines above the fields until an attempt has failed.
  ///   - check: Returns what is not sent as it is.
  ///   - submit: Sends the form.
  public init(
    title: String, activity: String, explanation: [Styled],
    check: @escaping @MainActor (Form<Field>) -> Mistakes = { _ in [] },
    submit: @escaping @MainActor (Form<Field>) async throws(Failure) -> Void
  ) {
    (self.title, self.activity, self.explanation) = (title, activity, explanation)
    (self.check, self.submit) = (check, submit)
  }

  public var isEnabled: Bool {
    switch phase {
    case .editing, .failed: true
    case .sending, .done: false
    }
  }

  public var isDone: Bool { if case .done = phase { true } else { false } }

  public var notices: [Styled] {
    if case .failed(let notices, _) = phase { notices } else { explanation }
  }

  public var invalidFields: [Field] {
    if case .failed(_, let fields) = phase { fields } else { [] }
  }

  public func send(_ form: Form<Field>) async {
    guard isEnabled else { return }
    let mistakes = check(form)
    guard mistakes.isEmpty else {
      phase = .failed(
        notices: mistakes.map { Styled($0.message, .error) }, fields: mistakes.map(\.field))
      return
    }
    phase = .sending
    do throws(Failure) {
      try await submit(form)
      phase = .done
    } catch {
      let field = error.invalidField.flatMap(Field.init(rawValue:))
      phase = .failed(notices: .error(error), fields: [field].compactMap { $0 })
    }
  }
}
