/// The notation of options.
enum OptionSyntax {
  static let help = "help"
  static let helpLetter: Character = "h"
  static let version = "version"

  /// Whether a word is one or more short options; `-` and negative numbers are not.
  static func isShortOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber) && second != "."
  }

  /// Whether a word cannot be the value of the option before it.
  static func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("--") || isShortOption(word)
  }

  /// Splits `--name=value` at the first equals sign.
  static func splitLong(_ word: String) -> (name: String, value: String?) {
    let body = word.dropFirst(2)
    guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
    return (String(body[..<equals]), String(body[body.index(after: equals)...]))
  }

  /// Every spelling of some options, the built-in ones included.
  static func labels(of definitions: [ParameterDefinition]) -> [String] {
    let declared = definitions.filter { $0.form != .argument }.flatMap { definition in
      [definition.label] + definition.shorthands.map { "--\($0.name)" }
        + (definition.short.map { ["-\($0)"] } ?? [])
    }
    return declared + ["--\(help)", "-\(helpLetter)", "--\(version)"]
  }
}
