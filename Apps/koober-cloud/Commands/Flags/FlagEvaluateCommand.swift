import Basics
import Commands
import Core
import FeatureFlags
import Terminal

/// Evaluating flags of a file, one or many.
enum FlagEvaluateCommand {
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
    guard let key = values[key], let type = values[type], let text = values[fallback] else {
      throw Problem(missing: "KEY, --type and --default, or --batch", for: "flags evaluate")
    }
    guard let fallback = type.value(parsing: text) else {
      throw Problem(
        .usage, code: "badDefault", message: "'\(text)' is no value of type \(type.rawValue).",
        hint: "Give --default a value of that type.")
    }
    let evaluationContext = try EvaluationContext.reading(values[evaluationContext])
    let (definitions, _) = try FlagDefinitions.reading(try requireFile(values[file]))
    let details =
      if let evaluationContext {
        definitions.details(for: key, type: type, default: fallback, context: evaluationContext)
      } else {
        EvaluationDetails.invalidContext(
          key: key, default: fallback, metadata: definitions.metadata(of: key))
      }
    try context.show(details)
  }

  private static func requireFile(_ path: String?) throws(Problem) -> String {
    if let path { return path }
    throw Problem(missing: "--flags FILE", for: "flags evaluate")
  }
}

extension CommandContext {
  fileprivate func show(_ details: EvaluationDetails<JSON>) throws {
    try print(details.json) {
      try terminal.writeLine(Styled(details.value.serialized()))
    }
    guard details.errorCode != nil else { return }
    if console.format == .text {
      try terminal.writeErrorLine("\("koober-cloud:", .error) \(details.errorMessage ?? "")")
    }
    throw PartialResultError()
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
