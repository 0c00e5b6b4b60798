/// A question that is answered with yes or no before something is done.
public struct Question {
  public let text: Styled
  private let yes: Styled
  private let perform: @MainActor () -> Void

  /// Creates a question.
  public init(_ text: Styled, yes: Styled, perform: @escaping @MainActor () -> Void) {
    self.text = text
    self.yes = yes
    self.perform = perform
  }

  /// The two answers.
  ///
  /// - Parameter withdraw: Removes the question; called with either answer, first.
  public func answers(_ withdraw: @escaping @MainActor () -> Void) -> [KeyAction] {
    [
      KeyAction(.character("y"), yes) { [perform] in
        withdraw()
        perform()
      },
      KeyAction(.character("n"), "No", perform: withdraw),
    ]
  }
}
