/// An option without a value: `--yes`, `-y`; given twice it means the same.
public struct Flag: Parameter {
  public typealias Value = Bool

  public let definition: ParameterDefinition

  /// Declares a flag that is `false` until it is given.
  public init(_ name: String, short: Character? = nil, help: String) {
    definition = ParameterDefinition(form: .flag, name: name, short: short, help: help) { words in
      ParsedValue(!words.isEmpty)
    }
  }
}
