extension SchemaValidator.Check {
  /// The keywords about a value itself.
  mutating func checkValue(
    _ value: JSONValue, _ keyword: JSONObject.Member, _ place: FlagSchemas.Place, _ path: JSONPath
  ) {
    switch (keyword.name, keyword.value) {
    case ("type", .string(let name)):
      if !value.isOfType(name) { add(path, "must be of the type \(name)") }
    case ("type", .array(let names)):
      if !names.contains(where: { value.isOfType($0.text ?? "") }) {
        add(path, "must be one of the types " + names.compactMap(\.text).joined(separator: ", "))
      }
    case ("enum", .array(let values)):
      if !values.contains(value) {
        add(path, "must be one of " + values.map(\.serialized).joined(separator: ", "))
      }
    case ("format", .string(let name)):
      if let text = value.text, !TextFormat.isSatisfied(name, by: text) {
        add(path, place.expectation)
      }
    case ("minimum", .number(let minimum)):
      if case .number(let number) = value, number < minimum {
        add(path, "must be at least \(JSONValue.number(minimum).serialized)")
      }
    case ("minLength", .number(let minimum)):
      if let text = value.text, Double(text.unicodeScalars.count) < minimum {
        add(path, "must not be empty")
      }
    default: checkCount(of: value, keyword, path)
    }
  }

  /// The keywords about how many elements or members there are, and which must be there.
  private mutating func checkCount(
    of value: JSONValue, _ keyword: JSONObject.Member, _ path: JSONPath
  ) {
    switch (keyword.name, keyword.value, value) {
    case ("minItems", .number(let minimum), .array(let elements)):
      if Double(elements.count) < minimum {
        add(path, "must have at least \(Int(minimum)) elements")
      }
    case ("maxItems", .number(let maximum), .array(let elements)):
      if Double(elements.count) > maximum {
        add(path, "must have at most \(Int(maximum)) elements")
      }
    case ("minProperties", .number(let minimum), .object(let object)):
      if Double(object.count) < minimum { add(path, "must have at least \(Int(minimum)) members") }
    case ("required", .array(let names), .object(let object)):
      for name in names.compactMap(\.text) where object[name] == nil {
        add(path, "must have a member \(JSONValue.string(name).serialized)")
      }
    default: return
    }
  }
}

extension JSONValue {
  /// Whether the value is of a JSON Schema type; 50.0 is an integer.
  fileprivate func isOfType(_ name: String) -> Bool {
    switch (name, self) {
    case ("null", .null), ("boolean", .boolean), ("number", .number), ("string", .string),
      ("array", .array), ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded(.towardZero)
    default: false
    }
  }
}
