/// How the words of an option or argument become values, and how help and shells describe them.
public struct ValueKind<Element: Sendable>: Sendable {
  /// The placeholder in help, for example `N`.
  public var valueName: String
  /// Every accepted word; empty when they cannot be listed.
  public var allowedValues: [String]
  /// A short description of what is accepted when it cannot be listed, for example `between 1 and 100`.
  public var constraint: String?
  /// The completion in a shell.
  public var completion: Completion
  let parse: @Sendable (String) throws(InvalidValueError) -> Element
  let format: @Sendable (Element) -> String?

  /// Creates a kind from a conversion, for types that are not a ``CommandLineValue``.
  ///
  /// - Parameters:
  ///   - valueName: The placeholder in help.
  ///   - allowedValues: Every accepted word, if they can be listed; `parse` still decides.
  ///   - constraint: The accepted words, described briefly, when it cannot be listed.
  ///   - completion: The words that a shell offers; `allowedValues` by default.
  ///   - format: The word for a value, with which help shows a default.
  ///   - parse: The conversion of one word.
  public init(
    valueName: String, allowedValues: [String] = [], constraint: String? = nil,
    completion: Completion? = nil,
    format: @escaping @Sendable (Element) -> String? = { _ in nil },
    parse: @escaping @Sendable (String) throws(InvalidValueError) -> Element
  ) {
    (self.valueName, self.allowedValues) = (valueName, allowedValues)
    self.constraint = constraint
    self.completion = completion ?? (allowedValues.isEmpty ? .none : .values(allowedValues))
    (self.format, self.parse) = (format, parse)
  }

  /// Returns the kind with another placeholder.
  public func named(_ valueName: String) -> ValueKind {
    var copy = self
    copy.valueName = valueName
    return copy
  }

  /// Returns the kind with another source of completions.
  public func completing(_ completion: Completion) -> ValueKind {
    var copy = self
    copy.completion = completion
    return copy
  }
}

extension ValueKind where Element: CommandLineValue {
  /// The kind that a type declares for itself.
  public static var standard: ValueKind {
    ValueKind(
      valueName: Element.valueName, allowedValues: Element.allowedValues,
      completion: Element.completion, format: \.argument, parse: Element.init(argument:))
  }

  /// The type's own words, restricted to a range; the bounds are part of help and of the error.
  public static func range(_ range: ClosedRange<Element>) -> ValueKind where Element: Comparable {
    let text = "between \(range.lowerBound.argument) and \(range.upperBound.argument)"
    return ValueKind(
      valueName: Element.valueName, constraint: text, format: { $0.argument },
      parse: { (argument) throws(InvalidValueError) in
        let value = try Element(argument: argument)
        guard range.contains(value) else { throw InvalidValueError("must be \(text)") }
        return value
      })
  }
}

extension ValueKind<String> {
  /// One word of a list.
  public static func oneOf(_ allowed: [String], named valueName: String = "VALUE") -> ValueKind {
    ValueKind(
      valueName: valueName, allowedValues: allowed, format: { $0 },
      parse: { (argument) throws(InvalidValueError) in
        guard allowed.contains(argument) else {
          throw InvalidValueError.notAllowed(argument, among: allowed)
        }
        return argument
      })
  }

  /// The path of a file to read, where `-` is the standard input; shells offer files.
  public static var inputFile: ValueKind {
    ValueKind(
      valueName: "FILE", completion: .files, format: { $0 },
      parse: { (argument) throws(InvalidValueError) in argument == "-" ? "/dev/stdin" : argument })
  }

  /// The path of a file; shells offer files.
  public static var file: ValueKind { ValueKind.standard.named("FILE").completing(.files) }
}

extension ValueKind
where Element: RawRepresentable & CaseIterable & Sendable, Element.RawValue == String {
  /// The name of one of an enum's cases, in any case of letters.
  public static func caseName(_ valueName: String) -> ValueKind {
    let names = Element.allCases.map { $0.rawValue }
    return ValueKind(valueName: valueName, allowedValues: names, format: { $0.rawValue }) {
      argument throws(InvalidValueError) in
      guard let value = Element(rawValue: argument.lowercased()) else {
        throw InvalidValueError("must be one of \(names.joined(separator: ", "))")
      }
      return value
    }
  }
}
