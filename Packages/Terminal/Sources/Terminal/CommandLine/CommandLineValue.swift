import Basics

/// A type that a word of the command line can be converted to.
///
/// The standard numbers, `String` and `Bool` conform, and so does every `String` enum that
/// declares `CaseIterable` and this protocol; an app extends its own types.
public protocol CommandLineValue: Sendable {
  /// Converts one word; the thrown reason completes "Invalid value 'x' for '--option': …".
  init(argument: String) throws(InvalidValueError)

  /// The word that ``init(argument:)`` would convert back to this value; help shows it as default.
  var argument: String { get }
  /// The placeholder that help shows for a value, for example `N` or `LAT,LON`.
  static var valueName: String { get }
  /// Every word that is accepted; empty when the words cannot be listed.
  static var allowedValues: [String] { get }
  /// The words that a shell offers for a value of this type.
  static var completion: Completion { get }
}

extension CommandLineValue {
  public static var valueName: String { "VALUE" }
  public static var allowedValues: [String] { [] }
  public static var completion: Completion {
    allowedValues.isEmpty ? .none : .values(allowedValues)
  }
}

extension CommandLineValue where Self: LosslessStringConvertible {
  public var argument: String { description }
}

extension CommandLineValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  public init(argument: String) throws(InvalidValueError) {
    guard let value = Self(rawValue: argument) else {
      throw InvalidValueError.notAllowed(argument, among: Self.allowedValues)
    }
    self = value
  }

  public var argument: String { rawValue }
  public static var allowedValues: [String] { allCases.map { $0.rawValue } }
}

/// The reason why a word is not a value: a phrase such as "must be a whole number".
public struct InvalidValueError: Error, Equatable, CustomStringConvertible {
  /// A phrase without a full stop that says what is accepted.
  public let reason: String

  /// Creates the error from a phrase that completes "Invalid value 'x' for '--option': …".
  public init(_ reason: String) { self.reason = reason }

  public var description: String { reason }

  /// The error for a word that is not in a list, with the nearest words of that list.
  static func notAllowed(_ argument: String, among allowed: [String]) -> InvalidValueError {
    let accepted = "must be one of \(allowed.joined(separator: ", "))"
    let nearest = Suggestions.nearest(to: argument, among: allowed)
    guard !nearest.isEmpty else { return InvalidValueError(accepted) }
    return InvalidValueError("\(accepted). \(Suggestions.question(for: nearest))")
  }
}

extension String: CommandLineValue {
  /// Takes the word as it is.
  public init(argument: String) { self = argument }

  public static var valueName: String { "TEXT" }
}

extension Int: CommandLineValue {
  /// Reads a whole number in decimal notation.
  public init(argument: String) throws(InvalidValueError) {
    guard let value = Int(argument) else { throw InvalidValueError("must be a whole number") }
    self = value
  }

  public static var valueName: String { "N" }
}

extension Double: CommandLineValue {
  /// Reads a finite number in decimal notation.
  public init(argument: String) throws(InvalidValueError) {
    guard let value = Double(argument), value.isFinite else {
      throw InvalidValueError("must be a number")
    }
    self = value
  }

  /// The number, a whole one without a fraction.
  public var argument: String { Int(exactly: self).map(String.init) ?? description }
  public static var valueName: String { "NUMBER" }
}

extension Bool: CommandLineValue {
  /// Reads `true` or `false`.
  public init(argument: String) throws(InvalidValueError) {
    guard let value = Bool(argument) else {
      throw InvalidValueError.notAllowed(argument, among: Self.allowedValues)
    }
    self = value
  }

  public static var allowedValues: [String] { ["true", "false"] }
}
