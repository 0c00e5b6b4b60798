/// The values of one command line, read with the parameters that declare them.
public struct ParsedValues: Sendable {
  private var values: [String: any Sendable] = [:]

  init() {}

  /// The value of a parameter that the command, or the whole tree, declares.
  public subscript<P: Parameter>(parameter: P) -> P.Value {
    guard let value = values[parameter.definition.label] as? ParsedValue<P.Value> else {
      // Every declared parameter has a value once parsing succeeded, so no command line leads
      // here: only a handler that reads a parameter its command does not declare.
      preconditionFailure("The command does not declare '\(parameter.definition.label)'.")
    }
    return value.value
  }

  mutating func store(
    _ words: [String], for definition: ParameterDefinition
  ) throws(ParameterDefinition.ConversionError) {
    values[definition.label] = try definition.convert(words)
  }
}

/// Keeps an optional value apart from a missing one.
struct ParsedValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
