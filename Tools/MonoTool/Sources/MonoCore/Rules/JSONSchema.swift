package import Basics

/// Holds a JSON document against a JSON schema (draft 2020-12), as far as the schema of rules files
/// uses it: `type`, `const`, `enum`, `minLength`, `minItems`, `items`, `properties`, `required`,
/// `additionalProperties` (`false` or a schema), `$ref` to `#/$defs/…`, and `oneOf` told apart by
/// the member `kind`.
package struct JSONSchema: Sendable {
  package struct Problem: Sendable, Equatable {
    /// The JSON pointer of the value.
    package let pointer: String
    package let message: String
    package let hint: String
  }

  package let document: JSON

  package init(document: JSON) { self.document = document }

  /// What is wrong with a document, in its order.
  package func problems(in value: JSON) -> [Problem] { problems(value, document, at: "") }

  private func problems(_ value: JSON, _ schema: JSON, at pointer: String) -> [Problem] {
    if let reference = schema["$ref"]?.text {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return problems(value, document["$defs"]?[name] ?? [:], at: pointer)
    }
    if let kinds = schema["oneOf"]?.elements { return problems(value, oneOf: kinds, at: pointer) }
    func problem(_ message: String, _ hint: String) -> [Problem] {
      [Problem(pointer: pointer, message: message, hint: hint)]
    }
    let name = Self.name(of: pointer)
    if let type = schema["type"]?.text, value.typeName != type {
      return problem(
        "\(name) must be \(Self.words[type] ?? type), not \(Self.words[value.typeName] ?? "").",
        schema["description"]?.text ?? "See the reference of rules files.")
    }
    if let wanted = schema["const"], value != wanted {
      return problem("\(name) must be \(wanted.compact).", "This tool knows no other value.")
    }
    if let allowed = schema["enum"]?.elements, !allowed.contains(value) {
      let list = allowed.map(\.compact).joined(separator: ", ")
      return problem("\(name) must be one of \(list).", "Choose one of them.")
    }
    switch value {
    case .string(let text):
      let isLong = text.count >= Int(schema["minLength"]?.double ?? 0)
      return isLong ? [] : problem("\(name) must not be empty.", "Write it, or remove the entry.")
    case .array(let elements):
      let least = Int(schema["minItems"]?.double ?? 0)
      guard elements.count >= least else {
        return problem(
          "\(name) needs at least \(least == 1 ? "one entry" : "\(least) entries").",
          "A list without them means nothing; add them, or remove the whole entry.")
      }
      return elements.enumerated().flatMap { index, element in
        problems(element, schema["items"] ?? [:], at: "\(pointer)/\(index)")
      }
    case .object(let members): return problems(members, schema, at: pointer)
    case .null, .boolean, .number: return []
    }
  }

  private func problems(
    _ members: JSON.Object, _ schema: JSON, at pointer: String
  ) -> [Problem] {
    let known = schema["properties"]?.object ?? JSON.Object()
    var found: [Problem] = []
    if schema["additionalProperties"] == false {
      found += members.names.sorted().filter { known[$0] == nil }.map { key in
        Problem(
          pointer: "\(pointer)/\(key)", message: "\"\(key)\" is not known here.",
          hint: "Known are \(known.names.sorted().joined(separator: ", ")).")
      }
    }
    let required = schema["required"]?.texts ?? []
    found += required.filter { members[$0] == nil }.map { key in
      Problem(
        pointer: pointer, message: "\(Self.name(of: pointer)) has no \"\(key)\".",
        hint: known[key]?["description"]?.text ?? "Add it.")
    }
    let others = schema["additionalProperties"].flatMap { $0.object == nil ? nil : $0 }
    for key in members.names.sorted() {
      guard let schema = known[key] ?? others, let value = members[key] else { continue }
      found += problems(value, schema, at: "\(pointer)/\(key)")
    }
    return found
  }

  /// The alternatives are told apart by their constant `kind`, so that a mistake in one is named.
  private func problems(
    _ value: JSON, oneOf alternatives: [JSON], at pointer: String
  ) -> [Problem] {
    func kind(_ schema: JSON) -> JSON? { schema["properties"]?["kind"]?["const"] }
    let known = alternatives.compactMap { kind($0)?.text }.joined(separator: ", ")
    guard case .object(let members) = value else {
      return problems(value, ["type": "object"], at: pointer)
    }
    guard let wanted = members["kind"] else {
      return [
        Problem(
          pointer: pointer, message: "\(Self.name(of: pointer)) has no \"kind\".",
          hint: "Known kinds are \(known).")
      ]
    }
    guard let schema = alternatives.first(where: { kind($0) == wanted }) else {
      return [
        Problem(
          pointer: "\(pointer)/kind",
          message: "'\(wanted.text ?? wanted.compact)' is no kind of rule.",
          hint: "Known kinds are \(known).")
      ]
    }
    return problems(value, schema, at: pointer)
  }

  /// The value as a reader would name it: `"from"`, or `entry 2 of "rules"`.
  private static func name(of pointer: String) -> String {
    let parts = pointer.split(separator: "/")
    guard let last = parts.last else { return "The file" }
    guard let index = Int(last) else { return "\"\(last)\"" }
    let list = parts.dropLast().last.map { "\"\($0)\"" } ?? "the file"
    return "Entry \(index + 1) of \(list)"
  }

  private static let words = [
    "object": "an object", "array": "a list", "string": "a text", "boolean": "true or false",
    "number": "a number", "integer": "a whole number", "null": "null",
  ]
}

extension JSON {
  /// The name that JSON schemas give to the value's type.
  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number(let number): number.integer(Int.self) == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
