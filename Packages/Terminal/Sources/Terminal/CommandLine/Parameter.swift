/// An option, a flag or an argument: a typed key into ``ParsedValues``.
public protocol Parameter<Value>: Sendable {
  /// The type that a handler reads.
  associatedtype Value: Sendable

  /// The facts that parsing, help, completions and the manual page need.
  var definition: ParameterDefinition { get }
}

/// The declaration of a parameter without its value's type.
public struct ParameterDefinition: Sendable {
  enum Form: Sendable {
    case flag, option, argument
  }

  /// A flag that stands for an option with one value, such as `--json` for `--output json`.
  struct Shorthand: Sendable, Equatable {
    let name: String
    let value: String
  }

  /// A value that could not be converted.
  struct ConversionError: Error {
    let argument: String
    let reason: InvalidValueError
  }

  var form: Form
  var name: String
  var short: Character?
  var help: String
  var valueName = ""
  var count = 0...1
  var defaultText: String?
  var allowedValues: [String] = []
  var constraint: String?
  var completion = Completion.none
  var shorthands: [Shorthand] = []
  let convert: @Sendable ([String]) throws(ConversionError) -> any Sendable

  /// The name under which a value is stored and errors speak of it: `--limit` or `QUERY`.
  var label: String { form == .argument ? name : "--\(name)" }

  /// The label with its value's placeholder: `--limit N`.
  var labelWithValue: String { form == .option ? "\(label) \(valueName)" : label }

  var isRequired: Bool { count.lowerBound > 0 }
  var isRepeatable: Bool { count.upperBound > 1 }
}

extension ParameterDefinition {
  /// Creates the definition of a parameter that takes values of a kind.
  init<Element, Value: Sendable>(
    form: Form, name: String, short: Character? = nil, kind: ValueKind<Element>, help: String,
    count: ClosedRange<Int>, default defaultValue: Element? = nil,
    collect: @escaping @Sendable ([Element]) -> Value?
  ) {
    self.init(form: form, name: name, short: short, help: help) {
      words throws(ConversionError) in
      var elements: [Element] = []
      for word in words {
        do throws(InvalidValueError) {
          // In an argument, U+FFFD stands where bytes were no UTF-8.
          guard !word.unicodeScalars.contains("\u{FFFD}") else {
            throw InvalidValueError("must be UTF-8 text, without U+FFFD")
          }
          elements.append(try kind.parse(word))
        } catch {
          throw ConversionError(argument: word, reason: error)
        }
      }
      guard let value = collect(elements) else {
        throw ConversionError(argument: "", reason: InvalidValueError("is missing"))
      }
      return ParsedValue(value)
    }
    self.valueName = kind.valueName
    self.count = count
    self.defaultText = defaultValue.flatMap(kind.format)
    self.allowedValues = kind.allowedValues
    self.constraint = kind.constraint
    self.completion = kind.completion
  }
}
