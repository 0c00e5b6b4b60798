import Basics
import Cloud
import Console
import Core
import FeatureFlags
import Terminal

/// Checking and evaluating flags of a file, and applying their rules.
enum FlagFileCommands {
  private static let checkedFile = Argument(
    "FILE", kind: .file, help: "The definitions to check; - for standard input.")

  static let lint = Command<CommandContext>(
    "lint", summary: "Check a file of flag definitions.",
    discussion: """
      Besides what is wrong by flagd's schema, names that do not exist, misspelt members, branches \
      that are never reached and splits that do not split are found, and rules of dispatch and \
      dispatch-matching that depend on riders.
      """,
    examples: [CommandExample("koober-cloud flags lint flags.json", "Check a file.")],
    parameters: [checkedFile]
  ) { values, context in
    let path = values[checkedFile]
    let (definitions, text) = try FlagDefinitions.reading(path)
    let problems = try FlagLint.ofCloud().problems(in: definitions.document, text: text)
    guard problems.isEmpty else {
      let list = problems.map {
        "\(path):\($0.line): \($0.finding.severity.rawValue): \($0.finding)"
      }
      let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
      throw Problem(
        .badData, code: "badFlags",
        message: "\(path) has \(count):\n\(list.joined(separator: "\n"))",
        hint: "Correct \(problems.count == 1 ? "it" : "them") and check again.")
    }
    try context.print(["problems": [String]()], line: "No problem was found.")
  }

  private static let key = Argument<String?>("KEY", help: "The flag's key; none with --batch.")
  private static let file = Option<String?>(
    "flags", kind: .file, help: "The definitions; - for standard input.")
  private static let type = Option<FlagType?>(
    "type", kind: .caseName("TYPE"), help: "The type of value that is asked for.")
  private static let fallback = Option<String?>(
    "default", help: "The value when the flag gives none; as JSON, or text for a string.")
  private static let evaluationContext = Option<String?>(
    "context", kind: .standard.named("JSON"), help: "The evaluation context, a JSON object.")
  private static let batch = Flag(
    "batch", help: "Read lines {\"key\",\"type\",\"default\",\"context\"}, print a result for each."
  )

  static let evaluate = Command<CommandContext>(
    "evaluate", summary: "Evaluate flags of a file of definitions.",
    discussion: """
      A flag that cannot be evaluated gives the default, a reason and the exit status 1.
      """,
    examples: [
      CommandExample(
        "koober-cloud flags evaluate demo --type boolean --default false --flags flags.json --json",
        "Evaluate one flag."),
      CommandExample(
        "koober-cloud flags evaluate --batch --flags flags.json < requests.jsonl", "Evaluate many."),
    ],
    parameters: [key, file, type, fallback, evaluationContext, batch]
  ) { values, context in
    guard !values[batch] else {
      let flags = FlagBatch(try FlagDefinitions.reading(try requireFile(values[file])).0)
      return try context.answerLines(with: flags.answer)
    }
    guard let key = values[key], let type = values[type], let text = values[fallback]
    else { throw Problem(missing: "KEY, --type and --default, or --batch", for: "flags evaluate") }
    guard let fallback = type.value(parsing: text) else {
      throw Problem(
        .usage, code: "badDefault", message: "'\(text)' is no value of type \(type.rawValue).",
        hint: "Give --default a value of that type.")
    }
    let evaluationContext = try EvaluationContext.reading(values[evaluationContext])
    let (definitions, _) = try FlagDefinitions.reading(try requireFile(values[file]))
    let details =
      evaluationContext.map {
        definitions.details(for: key, type: type, default: fallback, context: $0)
      } ?? definitions.invalidContext(for: key, default: fallback)
    try context.print(details.json, line: Styled(details.value.serialized()))
    guard details.errorCode != nil else { return }
    if context.console.format == .text {
      try context.terminal.writeErrorLine(
        "\("koober-cloud:", .error) \(details.errorMessage ?? "")")
    }
    throw PartialResultError()
  }

  private static func requireFile(_ path: String?) throws(Problem) -> String {
    if let path { return path }
    throw Problem(missing: "--flags FILE", for: "flags evaluate")
  }

  private static let rule = Argument<String?>("RULE", help: "The rule as JSON; none with --batch.")
  private static let data = Argument<String?>("DATA", help: "The data as JSON; null without it.")
  private static let ruleBatch = Flag(
    "batch", help: "Read lines {\"rule\",\"data\"}, print a result for each.")

  static let logic = Command<CommandContext>(
    "logic", summary: "Apply a JsonLogic rule and print its result as JSON.",
    examples: [
      CommandExample("koober-cloud flags logic '{\"+\":[1,2]}'", "Apply a rule."),
      CommandExample("koober-cloud flags logic --batch < rules.jsonl", "Apply many."),
    ],
    parameters: [rule, data, ruleBatch]
  ) { values, context in
    guard !values[ruleBatch] else { return try context.answerLines(with: LogicBatch.answer) }
    guard let text = values[rule]
    else { throw Problem(missing: "RULE, or --batch", for: "flags logic") }
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

extension FlagDefinitions {
  /// Reads a file of flag definitions, or a pipe, and returns its text, too; `-` is standard input.
  static func reading(_ path: String) throws(Problem) -> (FlagDefinitions, text: [UInt8]) {
    let path = path == "-" ? "/dev/stdin" : path
    let text: [UInt8]
    do throws(FileError) {
      text = try SystemFiles(acceptsStreams: true).read(path)
    } catch {
      throw FlagFileError.unreadable(error).problem
    }
    do throws(FlagDefinitionsError) {
      return (try FlagDefinitions(parsing: text), text)
    } catch {
      throw FlagFileError.unusable(path: path, error).problem
    }
  }
}

extension EvaluationContext {
  /// Reads what `--context` gives: no attributes without it, `nil` for JSON that is no object.
  fileprivate static func reading(_ text: String?) throws(Problem) -> EvaluationContext? {
    guard let text else { return EvaluationContext() }
    guard let value = try? JSON(parsing: text.utf8) else {
      throw Problem(
        .usage, code: "badContext", message: "The value of --context is no JSON.",
        hint: "Write it like '{\"targetingKey\":\"rider-42\"}'.")
    }
    return value.object.map { EvaluationContext(attributes: $0) }
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
  /// Reads lines from the standard input and prints an answer to each, in order.
  func answerLines(with answer: (ArraySlice<UInt8>, inout [UInt8]) -> Void) throws(TerminalError) {
    let input = try terminal.readInput(limit: 256 << 20)
    let output = JSONLines.answers(to: input, answer: answer)
    try terminal.write(String(decoding: output, as: UTF8.self))
  }
}
