/// An error of a prompt.
public enum PromptError: Error, Equatable {
  /// There is no terminal; the option gives the answer instead. The program ends with status 64.
  case noTerminal(option: String)
  /// Ctrl-C was pressed. The program ends with status 130.
  case interrupted
  /// The input ended before an answer, for example with Ctrl-D.
  case inputEnded
  /// The answer is not valid UTF-8.
  case notText
  /// The terminal could not be used.
  case terminal(TerminalError)
}

extension PromptError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noTerminal(let option):
      "Nothing can be asked here: there is no terminal, or CI is set. Pass \(option)."
    case .interrupted: "Interrupted."
    case .inputEnded: "The input ended before an answer was given. Answer, or pass it as an option."
    case .notText: "The answer is not UTF-8 text. Check the terminal's encoding, and try again."
    case .terminal(let error): error.description
    }
  }
}
