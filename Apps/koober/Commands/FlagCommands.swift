import Basics
import Console
import Core
import FeatureFlags
import Terminal

/// Commands for the flags of this run.
enum FlagCommands {
  static let flags = Command<CommandContext>(
    "flags", summary: "Show and choose the variants of flags.",
    discussion: """
      A variant is decided by the first of these that names the flag: --flag, KOOBER_FLAGS, \
      'koober flags set', the cloud's definitions, the built-in ones.
      """,
    examples: [CommandExample("koober flags list", "List the flags.")],
    subcommands: [list, get, set, unset, explain])

  private static let key = Argument<String>(
    "KEY", kind: .standard.completing(.flagKeys), help: "The flag's key.")
  private static let variant = Argument<String>(
    "VARIANT", kind: .standard.completing(.variants), help: "One of the flag's variants.")

  private static let list = Command<CommandContext>(
    "list", summary: "List the flags with their variants.",
    examples: [CommandExample("koober flags list --json", "List them as JSON.")]
  ) { _, context in
    let scope = await context.flagScope()
    let flags = scope.flags.keys.map { scope.explain($0) }
    try context.print(["flags": flags.map { $0.json(withRule: false) }]) {
      try context.terminal.write(
        Table(
          columns: [
            Table.Column("Flag", priority: 3, isWhole: true), Table.Column("Variant", priority: 2),
            Table.Column("Reason"), Table.Column("Decided by", priority: 1),
          ],
          rows: flags.map { flag in
            [
              Styled(flag.key), Styled(flag.variant ?? "-"), Styled(flag.details.reason.rawValue),
              Styled(flag.origin ?? "-"),
            ]
          }))
    }
  }

  private static let get = Command<CommandContext>(
    "get", summary: "Print the variant of a flag.",
    examples: [CommandExample("koober flags get route-model", "Print one variant.")],
    parameters: [key]
  ) { values, context in
    let flag = try await context.explain(values[key])
    try context.print(flag.json(withRule: false), line: Styled(flag.variant ?? ""))
  }

  private static let set = Command<CommandContext>(
    "set", summary: "Choose a variant for yourself; it holds from the next command on.",
    examples: [CommandExample("koober flags set route-model straight-line", "Choose one.")],
    parameters: [key, variant]
  ) { values, context in
    try context.container.flagLevels.check(
      values[key], variant: values[variant], origin: "koober flags set", kind: .usage)
    try ChoiceFile.flags(in: context.container.folders).set(values[key], to: values[variant])
    try context.print(
      ["key": values[key], "variant": values[variant]],
      line: "\(values[key]) is \(values[variant]) from now on.")
  }

  private static let unset = Command<CommandContext>(
    "unset", summary: "Choose no variant any more.",
    examples: [CommandExample("koober flags unset route-model", "Leave it to the others.")],
    parameters: [key]
  ) { values, context in
    let file = ChoiceFile.flags(in: context.container.folders)
    // The choice of a retired flag or of a broken file can be taken back, too.
    let isChosen = (try? file.flags()).map { $0[values[key]] != nil } ?? true
    guard isChosen || context.container.flagLevels.exists(values[key]) else {
      throw context.unknownFlag(values[key])
    }
    if let moved = try file.replace(values[key], with: nil) {
      try context.note("The file could not be read and is now \(moved); you choose no variants.")
    }
    try context.print(
      ["key": values[key], "variant": nil],
      line: "You choose no variant of \(values[key]) any more.")
  }

  private static let explain = Command<CommandContext>(
    "explain", summary: "Say who decided a flag's variant, and why.",
    examples: [CommandExample("koober flags explain route-model", "Explain one.")],
    parameters: [key]
  ) { values, context in
    let flag = try await context.explain(values[key])
    let subject = await context.flagScope().context.targetingKey
    try context.print(flag.json()) {
      let value = flag.details.value
      var facts: [(label: String, value: Styled)] = [
        ("Flag", Styled(flag.key)), ("Variant", Styled(flag.variant ?? "none")),
        ("Value", Styled(value.serialized())), ("Decided by", Styled(flag.origin ?? "default")),
        ("Reason", Styled(flag.details.reason.rawValue)),
      ]
      if let rule = flag.rule { facts.append(("Rule", Styled(rule.serialized()))) }
      if let path = flag.rulePath { facts.append(("Where", Styled(path))) }
      if let subject { facts.append(("Subject", Styled(subject))) }
      if let message = flag.details.errorMessage { facts.append(("Error", Styled(message))) }
      try context.terminal.write(KeyValueList(facts))
    }
  }
}

extension CommandContext {
  /// Explains a flag that exists.
  @MainActor
  fileprivate func explain(_ key: String) async throws -> FlagExplanation {
    let scope = await flagScope()
    let flag = scope.explain(key)
    guard flag.origin != nil else { throw unknownFlag(key) }
    return flag
  }

  fileprivate func unknownFlag(_ key: String) -> Problem {
    container.flagLevels.unknown(key, .noInput, message: "There is no flag '\(key)'.")
  }
}

extension Completion {
  /// The keys of the flags that this program reads.
  static let flagKeys = Completion.dynamic { _ in
    builtInFlags.map { CompletionCandidate($0.key, $0.variants.joined(separator: ", ")) }
  }

  /// The variants of the flag whose key stands before.
  static let variants = Completion.dynamic { request in
    let key = request.words.dropLast().last
    return builtInFlags.first { $0.key == key }?.variants.map { CompletionCandidate($0) } ?? []
  }

  /// The value of `--flag`: `KEY=VARIANT`.
  static let flagChoices = Completion.dynamic { _ in
    builtInFlags.flatMap { flag in
      flag.variants.map { CompletionCandidate("\(flag.key)=\($0)") }
    }
  }

  private static var builtInFlags: [(key: String, variants: [String])] {
    let definitions = (try? FlagLevels.builtIn()) ?? []
    return definitions.flatMap { definitions in
      definitions.keys.map { ($0, definitions.variants(of: $0) ?? []) }
    }.sorted { $0.0 < $1.0 }
  }
}
