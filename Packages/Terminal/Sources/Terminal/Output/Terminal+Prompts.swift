import Basics

extension Terminal {
  /// Asks for one line, which stays invisible if it is hidden.
  ///
  /// - Parameters:
  ///   - prompt: The text before the answer, for example `"Email: "`.
  ///   - option: The option for the answer without a terminal, for example `--email`.
  ///   - isHidden: Whether what is typed stays invisible, as a password does.
  /// - Throws: ``PromptError/noTerminal(option:)`` at once without a terminal.
  public func ask(
    _ prompt: String, orPass option: String, isHidden: Bool = false
  ) async throws(PromptError) -> String {
    guard capabilities.canPrompt else { throw .noTerminal(option: option) }
    return try await readLine(prompt: prompt, isHidden: isHidden)
  }

  /// Asks a question, with its question mark, that is answered with yes or no; empty means no.
  ///
  /// - Parameters:
  ///   - question: The question with its question mark.
  ///   - option: The option for yes without a terminal, for example `--yes`.
  public func confirm(_ question: String, orPass option: String) async throws(PromptError) -> Bool {
    var prompt = "\(question) [y/N] "
    while true {
      switch try await ask(prompt, orPass: option).trimming(while: { $0 == " " }).lowercased() {
      case "y", "yes": return true
      case "n", "no", "": return false
      default: prompt = "Please answer y or n. \(question) [y/N] "
      }
    }
  }

  /// Reads a password from the standard input, for `--password-stdin`.
  ///
  /// Exactly one line break at the end is dropped, LF or CRLF; everything else is the password.
  public func readPassword(limit: Int = 4096) throws(TerminalError) -> String {
    var bytes = try readInput(limit: limit)
    if bytes.last == 0x0A {
      bytes.removeLast()
      if bytes.last == 0x0D { bytes.removeLast() }
    }
    guard let password = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return password
  }
}

/// An error of a prompt.
public enum PromptError: Error, Equatable, CustomStringConvertible {
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
