import Basics

/// A command line that cannot be understood; the program ends with ``exitStatus``.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// `EX_USAGE` of sysexits.h.
  public static let exitStatus: Int32 = 64

  /// The kind of error, and its place.
  public enum Reason: Sendable, Equatable {
    case unknownCommand(String)
    case missingCommand(among: [String])
    case unknownOption(String)
    case misplacedOption(String, belongsTo: [String])
    case missing([String])
    case missingValue(option: String)
    case unexpectedValue(option: String)
    /// One option, by all its spellings, that is given more than once.
    case repeated(options: [String])
    case tooMany(option: String, limit: Int)
    case invalidValue(String, parameter: String, reason: String)
    case surplus([String], repeatableOption: String?)
  }

  public let reason: Reason
  /// The command that was being read: the program's name, then its path.
  public let command: [String]
  /// The words that were perhaps meant.
  public let suggestions: [String]

  init(_ reason: Reason, command: [String], suggestions: [String] = []) {
    (self.reason, self.command, self.suggestions) = (reason, command, suggestions)
  }

  public var description: String { "\(message)\n\(hint)" }
  /// The error and its object; one line, safe to print.
  public var message: String { SanitizedText.clean(what) }

  /// The next step; one line.
  public var hint: String {
    let program = command.first ?? ""
    let path = command.dropFirst().map { " \($0)" }.joined()
    let help = "Run '\(program) help\(path)' to see how it is used."
    let question = suggestions.isEmpty ? "" : Suggestions.question(for: suggestions) + " "
    return SanitizedText.clean(question + help)
  }

  private var place: String { "'\(command.joined(separator: " "))'" }

  private var what: String {
    switch reason {
    case .unknownCommand(let word): "\(place) has no command '\(word)'."
    case .missingCommand(let names): "\(place) needs a command: \(names.joined(separator: ", "))."
    case .unknownOption(let option): "\(place) has no option '\(option)'."
    case .misplacedOption(let option, let path):
      "'\(option)' belongs to '\(path.joined(separator: " "))': write it after that command."
    case .missing(let labels): "\(place) needs \(labels.joined(separator: ", "))."
    case .missingValue(let option):
      "The option '\(option)' of \(place) needs a value; one that begins with '-' is written "
        + "\(option)=VALUE."
    case .unexpectedValue(let option): "The option '\(option)' of \(place) takes no value."
    case .repeated(let options):
      "Of \(place), \(options.map { "'\($0)'" }.joined(separator: " or ")) can be given once only."
    case .tooMany(let option, let limit):
      "'\(option)' of \(place) is given more than \(limit) times."
    case .invalidValue(let value, let parameter, let reason):
      "Invalid value '\(value)' for '\(parameter)' of \(place): \(Self.sentence(reason))"
    case .surplus(let words, let option):
      "\(place) does not take \(words.map { "'\($0)'" }.joined(separator: ", "))."
        + (option.map { " A further value of '\($0)' is written \($0) VALUE." }
          ?? " A value with blanks needs quotes.")
    }
  }

  private static func sentence(_ reason: String) -> String {
    reason.hasSuffix(".") || reason.hasSuffix("?") ? reason : reason + "."
  }
}
