/// An option with a value: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`.
///
/// The type says how often it is given: `Option<Int>` once (or a default), `Option<Int?>` at most
/// once, `Option<[Int]>` any number of times. A kind converts types that are not a
/// ``CommandLineValue``.
public struct Option<Value: Sendable>: Parameter {
  public var definition: ParameterDefinition

  /// Declares an option that is required unless it has a default.
  public init(
    _ name: String, short: Character? = nil, kind: ValueKind<Value>, default value: Value? = nil,
    help: String
  ) {
    definition = ParameterDefinition(
      form: .option, name: name, short: short, kind: kind, help: help,
      count: (value == nil ? 1 : 0)...1, default: value, collect: { $0.first ?? value })
  }

  /// Declares an option of a type with its own words, required unless it has a default.
  public init(_ name: String, short: Character? = nil, default value: Value? = nil, help: String)
  where Value: CommandLineValue {
    self.init(name, short: short, kind: .standard, default: value, help: help)
  }

  public init<Element>(
    _ name: String, short: Character? = nil, kind: ValueKind<Element>, help: String
  ) where Value == Element? {
    definition = ParameterDefinition(
      form: .option, name: name, short: short, kind: kind, help: help, count: 0...1,
      collect: { .some($0.first) })
  }

  public init<Element: CommandLineValue>(_ name: String, short: Character? = nil, help: String)
  where Value == Element? {
    self.init(name, short: short, kind: .standard, help: help)
  }

  public init<Element>(
    _ name: String, short: Character? = nil, kind: ValueKind<Element>,
    count: ClosedRange<Int> = 0...Int.max, help: String
  ) where Value == [Element] {
    definition = ParameterDefinition(
      form: .option, name: name, short: short, kind: kind, help: help, count: count,
      collect: { $0 })
  }

  public init<Element: CommandLineValue>(_ name: String, short: Character? = nil, help: String)
  where Value == [Element] {
    self.init(name, short: short, kind: .standard, help: help)
  }

  /// Returns the option with a flag that stands for one of its values, as `--json` does for
  /// `--output json`.
  public func shorthand(_ name: String, for value: String) -> Option {
    var copy = self
    copy.definition.shorthands.append(.init(name: name, value: value))
    return copy
  }
}

/// An option without a value: `--yes`, `-y`; given twice it means the same.
public struct Flag: Parameter {
  public typealias Value = Bool
  public let definition: ParameterDefinition

  /// Declares a flag that is `false` until it is given.
  public init(_ name: String, short: Character? = nil, help: String) {
    definition = ParameterDefinition(form: .flag, name: name, short: short, help: help) {
      !$0.isEmpty
    }
  }
}

/// A value that is known by its position.
///
/// The type says how often it is given: `Argument<String>` once, `Argument<String?>` at most once,
/// `Argument<[String]>` any number of times; only the last argument of a command may be repeated.
/// A kind converts types that are not a ``CommandLineValue``.
public struct Argument<Value: Sendable>: Parameter {
  public let definition: ParameterDefinition

  public init(_ name: String, kind: ValueKind<Value>, help: String) {
    definition = ParameterDefinition(
      form: .argument, name: name, kind: kind, help: help, count: 1...1, collect: { $0.first })
  }

  public init(_ name: String, help: String) where Value: CommandLineValue {
    self.init(name, kind: .standard, help: help)
  }

  public init<Element>(_ name: String, kind: ValueKind<Element>, help: String)
  where Value == Element? {
    definition = ParameterDefinition(
      form: .argument, name: name, kind: kind, help: help, count: 0...1,
      collect: { .some($0.first) })
  }

  public init<Element: CommandLineValue>(_ name: String, help: String) where Value == Element? {
    self.init(name, kind: .standard, help: help)
  }

  public init<Element: CommandLineValue>(_ name: String, help: String) where Value == [Element] {
    definition = ParameterDefinition(
      form: .argument, name: name, kind: ValueKind<Element>.standard, help: help,
      count: 0...Int.max, collect: { $0 })
  }
}
