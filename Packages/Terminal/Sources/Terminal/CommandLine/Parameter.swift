/// An option, a flag or an argument: a typed key into ``ParsedValues``.
public protocol Parameter<Value>: Sendable {
  /// The type that a handler reads.
  associatedtype Value: Sendable

  /// The facts that parsing, help, completions and the manual page need.
  var definition: ParameterDefinition { get }
}

/// The declaration of a parameter without its value's type.
public struct ParameterDefinition: Sendable {
  enum Form: Sendable { case flag, option, argument }

  /// A flag that stands for an option with one value, such as `--json` for `--output json`.
  struct Shorthand: Sendable, Equatable {
    let name: String
    let value: String
  }

  /// A word that could not be converted.
  struct ConversionError: Error {
    let word: String
    let reason: String
  }

  var form: Form
  package var name: String
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
  package var label: String { form == .argument ? name : "--\(name)" }
  /// The label with its value's placeholder: `--limit N`.
  var labelWithValue: String { form == .option ? "\(label) \(valueName)" : label }
  package var isRequired: Bool { count.lowerBound > 0 }
  package var isRepeatable: Bool { count.upperBound > 1 }
}

extension ParameterDefinition {
  /// Creates the definition of a parameter that takes values of a kind.
  init<Element, Value: Sendable>(
    form: Form, name: String, short: Character? = nil, kind: ValueKind<Element>, help: String,
    count: ClosedRange<Int>, default defaultValue: Element? = nil,
    collect: @escaping @Sendable ([Element]) -> Value?
  ) {
    self.init(
      form: form, name: name, short: short, help: help, valueName: kind.valueName, count: count,
      defaultText: defaultValue.flatMap(kind.format), allowedValues: kind.allowedValues,
      constraint: kind.constraint, completion: kind.completion
    ) { words throws(ConversionError) in
      var elements: [Element] = []
      for word in words {
        do throws(InvalidValueError) {
          // In an argument, U+FFFD stands where bytes were no UTF-8.
          guard !word.unicodeScalars.contains("\u{FFFD}") else {
            throw InvalidValueError("must be UTF-8 text, without U+FFFD")
          }
          elements.append(try kind.parse(word))
        } catch {
          throw ConversionError(word: word, reason: error.reason)
        }
      }
      guard let value = collect(elements) else {
        throw ConversionError(word: "", reason: "is missing")
      }
      return value
    }
  }

  /// The rows of help and the manual page: the parameter, then each of its shorthands.
  var helpEntries: [HelpEntry] {
    [HelpEntry(term, meaning)]
      + shorthands.map { HelpEntry("    --\($0.name)", "Short for \(label) \($0.value).") }
  }

  /// The parameter and its shorthands by name alone.
  var names: [String] { [labelWithValue] + shorthands.map { "--\($0.name)" } }

  /// How usage lines and rows write the parameter.
  var term: String {
    guard form == .argument else { return (short.map { "-\($0), " } ?? "    ") + labelWithValue }
    let repeated = name + (isRepeatable ? "..." : "")
    return isRequired ? repeated : "[\(repeated)]"
  }

  /// The help text, then whether it may be repeated, what is allowed, and the default.
  private var meaning: String {
    let facts = [
      form == .option && isRepeatable ? "may be repeated" : nil,
      allowedValues.isEmpty ? nil : "one of: " + allowedValues.joined(separator: ", "),
      constraint, defaultText.map { "default: \($0)" },
    ].compactMap(\.self)
    return help + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}
