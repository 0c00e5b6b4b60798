import Basics
import Commands
import Core
import FeatureFlags
import Terminal

/// Applying JsonLogic rules.
enum FlagLogicCommand {
  private static let rule = Argument<String?>("RULE", help: "The rule as JSON; none with --batch.")
  private static let data = Argument<String?>("DATA", help: "The data as JSON; null without it.")
  private static let batch = Flag(
    "batch", help: "Read lines {\"rule\",\"data\"}, print a result for each.")

  static let logic = Command<CommandContext>(
    "logic", summary: "Apply a JsonLogic rule and print its result as JSON.",
    examples: [
      CommandExample("koober-cloud flags logic '{\"+\":[1,2]}'", "Apply a rule."),
      CommandExample("koober-cloud flags logic --batch < rules.jsonl", "Apply many."),
    ],
    parameters: [rule, data, batch]
  ) { values, context in
    guard !values[batch] else { return try context.answerLines(with: LogicBatch.answer) }
    guard let text = values[rule] else {
      throw Problem(missing: "RULE, or --batch", for: "flags logic")
    }
    let rule = try JSON.reading(text, name: "rule")
    let data = try values[data].map { try JSON.reading($0, name: "data") } ?? .null
    let result: JSON
    do {
      result = try JSONLogicRule(rule).apply(to: data)
    } catch {
      throw Problem(
        .badData, code: "badRule", message: "The rule has no result: \(error)",
        hint: "Correct the rule.")
    }
    try context.terminal.write(result.serialized() + "\n")
  }
}

extension Problem {
  /// The problem of arguments that a command cannot do without.
  init(missing arguments: String, for command: String) {
    self.init(
      .usage, code: "missingOption", message: "'koober-cloud \(command)' needs \(arguments).",
      hint: "Run 'koober-cloud help \(command)' to see how it is used.")
  }
}

extension JSON {
  fileprivate static func reading(_ text: String, name: String) throws(Problem) -> JSON {
    do {
      return try JSON(parsing: text.utf8)
    } catch {
      throw Problem(
        .usage, code: "badJSON", message: "The \(name) is no JSON: \(error)",
        hint: "Quote it for the shell, for example '{\"var\":\"a\"}'.")
    }
  }
}

extension CommandContext {
  /// The most that a batch may read, in bytes.
  private static var largestBatch: Int { 1 << 28 }

  /// Reads lines from the standard input and prints an answer to each, in order.
  func answerLines(
    with answer: (ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) throws(TerminalError) {
    var input: [UInt8]? = try terminal.readInput(limit: Self.largestBatch)
    try JSONLines.answer(
      read: { () throws(TerminalError) in
        defer { input = nil }
        return input
      },
      write: { bytes throws(TerminalError) in
        try terminal.write(String(decoding: bytes, as: UTF8.self))
      },
      answer: answer)
  }
}
