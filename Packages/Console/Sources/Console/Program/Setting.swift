/// A value, and what decided it: an option > a variable of the environment > a file > what is built in.
public struct Setting<Value: Sendable>: Sendable {
  /// What a place says, and its name; `nil` when it says nothing.
  public typealias Place<Said> = (name: String, said: Said?)

  public let value: Value
  /// The option, the variable or the path of the file; "built-in" when all of them say nothing.
  public let origin: String

  /// A value of a place; of none, one that is built in.
  public init(_ value: Value, origin: String = "built-in") {
    (self.value, self.origin) = (value, origin)
  }

  /// Asks the places in their order; what stands behind the first that says something is not read.
  ///
  /// - Parameters:
  ///   - option: The option, already read.
  ///   - variable: The text of the variable.
  ///   - file: The text in the file.
  ///   - value: The built-in value, when no place says anything.
  ///   - parse: Reads the text of the variable or of the file; gets the place's name, too.
  public init<Failure: Error>(
    option: Place<Value> = ("", nil), variable: Place<String> = ("", nil),
    file: Place<String> = ("", nil), default value: Value,
    parse: (_ text: String, _ origin: String) throws(Failure) -> Value
  ) throws(Failure) {
    if let value = option.said {
      self.init(value, origin: option.name)
    } else if let text = variable.said {
      self.init(try parse(text, variable.name), origin: variable.name)
    } else if let text = file.said {
      self.init(try parse(text, file.name), origin: file.name)
    } else {
      self.init(value)
    }
  }

  /// Whether no place says anything.
  public var isBuiltIn: Bool { origin == "built-in" }
}

extension Setting<String> {
  /// Asks the places in their order for a text.
  public init(
    option: Place<String> = ("", nil), variable: Place<String> = ("", nil),
    file: Place<String> = ("", nil), default value: String
  ) {
    self.init(option: option, variable: variable, file: file, default: value) { text, _ in text }
  }
}

extension [String: String] {
  /// A variable of this environment; an empty one says nothing.
  public func variable(_ name: String) -> (name: String, said: String?) {
    (name, self[name].flatMap { $0.isEmpty ? nil : $0 })
  }
}
