extension String: CommandLineValue {
  /// Takes the word as it is.
  public init(argument: String) {
    self = argument
  }

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
