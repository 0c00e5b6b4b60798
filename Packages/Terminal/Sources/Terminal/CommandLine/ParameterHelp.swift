/// The rows of help and the manual page about a parameter.
enum ParameterHelp {
  /// A row for the parameter and one for each of its shorthands.
  static func rows(_ definition: ParameterDefinition) -> [(term: String, meaning: String)] {
    [(term(definition), meaning(definition))]
      + definition.shorthands.map { shorthand in
        ("    --\(shorthand.name)", "Short for \(definition.label) \(shorthand.value).")
      }
  }

  /// The parameter and its shorthands by name alone.
  static func names(_ definition: ParameterDefinition) -> [String] {
    [definition.labelWithValue] + definition.shorthands.map { "--\($0.name)" }
  }

  static func term(_ definition: ParameterDefinition) -> String {
    guard definition.form != .argument else { return CommandUsage.argument(definition) }
    let short = definition.short.map { "-\($0), " } ?? "    "
    return short + definition.labelWithValue
  }

  /// The help text, then whether it may be repeated, what is allowed, and the default.
  static func meaning(_ definition: ParameterDefinition) -> String {
    var facts: [String] = []
    if definition.form == .option, definition.isRepeatable { facts.append("may be repeated") }
    if !definition.allowedValues.isEmpty {
      facts.append("one of: " + definition.allowedValues.joined(separator: ", "))
    }
    if let constraint = definition.constraint { facts.append(constraint) }
    if let text = definition.defaultText { facts.append("default: \(text)") }
    return definition.help + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}

/// The lines that show in which order a command takes its words.
enum CommandUsage {
  static func lines<Context>(of command: Command<Context>, path: [String]) -> [String] {
    let name = path.joined(separator: " ")
    var lines: [String] = []
    if command.action != nil || command.builtin != nil {
      let required = command.options.filter(\.isRequired).map { definition in
        definition.labelWithValue + (definition.isRepeatable ? "..." : "")
      }
      let words = [name] + required + command.arguments.map(argument) + ["[options]"]
      lines.append(words.joined(separator: " "))
    }
    if command.isGroup { lines.append("\(name) COMMAND [options]") }
    return lines
  }

  static func argument(_ definition: ParameterDefinition) -> String {
    let name = definition.name + (definition.isRepeatable ? "..." : "")
    return definition.isRequired ? name : "[\(name)]"
  }
}
