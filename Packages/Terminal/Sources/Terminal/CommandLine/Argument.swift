/// A value that is known by its position.
///
/// The type says how often it is given: `Argument<String>` once, `Argument<String?>` at most once,
/// `Argument<[String]>` any number of times; only the last argument of a command may be repeated.
public struct Argument<Value: Sendable>: Parameter {
  public let definition: ParameterDefinition

  /// Declares an argument that has to be given, of a type that is converted by a kind.
  public init(_ name: String, kind: ValueKind<Value>, help: String) {
    definition = ParameterDefinition(
      form: .argument, name: name, kind: kind, help: help, count: 1...1, collect: { $0.first })
  }

  /// Declares an argument that has to be given.
  public init(_ name: String, help: String) where Value: CommandLineValue {
    self.init(name, kind: .standard, help: help)
  }

  /// Declares an argument that may be left out, of a type that is converted by a kind.
  public init<Element>(_ name: String, kind: ValueKind<Element>, help: String)
  where Value == Element? {
    definition = ParameterDefinition(
      form: .argument, name: name, kind: kind, help: help, count: 0...1,
      collect: { .some($0.first) })
  }

  /// Declares an argument that may be left out.
  public init<Element: CommandLineValue>(_ name: String, help: String) where Value == Element? {
    self.init(name, kind: .standard, help: help)
  }

  /// Declares an argument that may be repeated, of a type that is converted by a kind.
  public init<Element>(
    _ name: String, kind: ValueKind<Element>, count: ClosedRange<Int> = 0...Int.max, help: String
  ) where Value == [Element] {
    definition = ParameterDefinition(
      form: .argument, name: name, kind: kind, help: help, count: count, collect: { $0 })
  }

  /// Declares an argument that may be repeated.
  public init<Element: CommandLineValue>(
    _ name: String, count: ClosedRange<Int> = 0...Int.max, help: String
  ) where Value == [Element] {
    self.init(name, kind: .standard, count: count, help: help)
  }
}
