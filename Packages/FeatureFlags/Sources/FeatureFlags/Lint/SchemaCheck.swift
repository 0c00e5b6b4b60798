import Basics

/// The schema of definition documents that is embedded in this package: JSON Schema draft 7, as far
/// as it is used.
///
/// It accepts and refuses what flagd's schemas 0.2.15 do. Where those use regular expressions, it
/// names a format of ``SchemaCheck``.
struct FlagSchema: Sendable {
  /// The documents that flagd's providers read, and those that its daemon reads.
  static let document: JSON.Object = ["$ref": "#/definitions/providerDocument"]
  static let daemonDocument: JSON.Object = ["$ref": "#/definitions/daemonDocument"]

  /// The schemas by reference, such as "#/definitions/flag".
  private var definitions = JSON.Object()

  /// Reads the embedded file.
  ///
  /// - Throws: `JSON.ParseError` if it is not JSON, which a test excludes.
  init() throws(JSON.ParseError) {
    let file = try JSON(parsing: PackageResources.FlagSchema_json)
    for definition in file.object?["definitions"]?.object?.members ?? [] {
      definitions["#/definitions/" + definition.name] = definition.value
    }
  }

  /// The schema that a reference leads to; the siblings of a reference do not count.
  func resolved(_ schema: JSON.Object) -> JSON.Object {
    var schema = schema
    while let reference = schema["$ref"]?.text {
      schema = definitions[reference]?.object ?? JSON.Object()
    }
    return schema
  }
}

/// One comparison of a value with a schema.
///
/// It takes time in proportion to the value: inside alternatives it stops at the first violation.
/// The functions that call each other are not inlined, so that deep values need little stack.
struct SchemaCheck {
  let schemas: FlagSchema
  let maximumCount: Int
  private(set) var violations: [LintFinding] = []
  private static let unexpected = "is not expected here"
  private var isDone: Bool { violations.count >= maximumCount }

  private mutating func add(_ path: JSONPath, _ message: String) {
    if !isDone { violations.append(LintFinding(path, message)) }
  }

  /// Collects violations, up to the maximum number.
  @inline(never) mutating func run(
    _ value: JSON, _ schema: JSON.Object, _ path: JSONPath = .root, depth: Int = 0
  ) {
    let limit = JSON.ReadingOptions().maximumDepth
    guard depth <= limit else { return add(path, "is nested more than \(limit) levels deep") }
    let schema = schemas.resolved(schema)
    checkValue(value, schema, path)
    if !isDone, case .object(let object) = value { checkMembers(object, schema, path, depth) }
    if !isDone, case .array(let elements) = value { checkElements(elements, schema, path, depth) }
    if !isDone { checkCombinations(value, schema, path, depth) }
  }

  @inline(never)
  private mutating func checkValue(_ value: JSON, _ schema: JSON.Object, _ path: JSONPath) {
    if let type = schema["type"] {
      let names = (type.elements ?? [type]).compactMap(\.text)
      if !names.contains(where: value.isOfType) {
        let kind = names.count == 1 ? "of the type " : "one of the types "
        add(path, "must be " + kind + names.joined(separator: ", "))
      }
    }
    if let values = schema["enum"]?.elements, !values.contains(value) {
      add(path, "must be one of " + values.map { $0.serialized() }.joined(separator: ", "))
    }
    if case .string(let text) = value {
      if let format = schema["format"]?.text, !text.hasFormat(format) {
        add(path, schema.expectation)
      }
      if let minimum = schema["minLength"]?.double, Double(text.unicodeScalars.count) < minimum {
        add(path, "must not be empty")
      }
    }
    if let number = value.double, let minimum = schema["minimum"]?.double, number < minimum {
      add(path, "must be at least \(minimum.javaScriptText)")
    }
  }

  @inline(never) private mutating func checkMembers(
    _ object: JSON.Object, _ schema: JSON.Object, _ path: JSONPath, _ depth: Int
  ) {
    checkCount(object.count, of: "members", path, minimum: schema["minProperties"])
    for name in schema["required"]?.elements ?? [] where name.text.flatMap({ object[$0] }) == nil {
      add(path, "must have a member \(name.serialized())")
    }
    if let names = schema["propertyNames"] {
      for member in object.members where !isDone {
        check(.string(member.name), names, path.appending(member.name), depth)
      }
    }
    let known = schema["properties"]?.object ?? JSON.Object()
    for property in known.members where !isDone {
      guard let value = object[property.name] else { continue }
      check(value, property.value, path.appending(property.name), depth + 1)
    }
    guard let others = schema["additionalProperties"] else { return }
    for member in object.members where !isDone && known[member.name] == nil {
      check(member.value, others, path.appending(member.name), depth + 1)
    }
  }

  @inline(never) private mutating func checkElements(
    _ elements: [JSON], _ schema: JSON.Object, _ path: JSONPath, _ depth: Int
  ) {
    checkCount(
      elements.count, of: "elements", path, minimum: schema["minItems"],
      maximum: schema["maxItems"])
    let first = schema["items"]?.elements
    let others = schema[first == nil ? "items" : "additionalItems"]
    for (index, element) in elements.enumerated() where !isDone {
      let isFirst = index < first?.count ?? 0
      guard let part = isFirst ? first?[index] : others else { return }
      check(element, part, path.appending(index), depth + 1)
    }
  }

  private mutating func checkCount(
    _ count: Int, of parts: String, _ path: JSONPath, minimum: JSON?, maximum: JSON? = nil
  ) {
    if let minimum = minimum?.double, Double(count) < minimum {
      add(path, "must have at least \(minimum.javaScriptText) \(parts)")
    }
    if let maximum = maximum?.double, Double(count) > maximum {
      add(path, "must have at most \(maximum.javaScriptText) \(parts)")
    }
  }

  private mutating func check(_ value: JSON, _ schema: JSON, _ path: JSONPath, _ depth: Int) {
    switch schema {
    case .boolean(false): add(path, Self.unexpected)
    case .object(let schema): run(value, schema, path, depth: depth)
    default: return
    }
  }

  /// The keywords that combine schemas.
  @inline(never) private mutating func checkCombinations(
    _ value: JSON, _ schema: JSON.Object, _ path: JSONPath, _ depth: Int
  ) {
    for part in schema["allOf"]?.elements ?? [] where !isDone { check(value, part, path, depth) }
    if let part = schema["not"], firstViolation(value, part, path, depth) == nil {
      add(path, schema.expectation)
    }
    for keyword in ["anyOf", "oneOf"] {
      guard let parts = schema[keyword]?.elements else { continue }
      checkAlternatives(parts, value, schema, path, depth, allowsSeveral: keyword == "anyOf")
    }
  }

  /// Checks a choice of schemas; when the value fits none, the violation of the alternative that came
  /// furthest is reported, if it is alone.
  @inline(never) private mutating func checkAlternatives(
    _ alternatives: [JSON], _ value: JSON, _ schema: JSON.Object, _ path: JSONPath, _ depth: Int,
    allowsSeveral: Bool
  ) {
    var failed: [LintFinding] = []
    for alternative in alternatives {
      if let violation = firstViolation(value, alternative, path, depth) {
        failed.append(violation)
      } else if allowsSeveral {
        return
      }
    }
    if failed.count == alternatives.count - 1 { return }
    // An unexpected member only says that another alternative was meant.
    let telling = failed.filter { $0.message != Self.unexpected }
    let furthest = telling.map(\.place.depth).max() ?? 0
    let candidates = telling.filter { $0.place.depth == furthest }
    if failed.count == alternatives.count, furthest > path.depth, candidates.count == 1 {
      add(candidates[0].place, candidates[0].message)
    } else {
      add(path, schema.expectation)
    }
  }

  @inline(never) private func firstViolation(
    _ value: JSON, _ schema: JSON, _ path: JSONPath, _ depth: Int
  ) -> LintFinding? {
    var check = SchemaCheck(schemas: schemas, maximumCount: 1)
    check.check(value, schema, path, depth)
    return check.violations.first
  }
}

extension JSON.Object {
  /// The message of a schema that a value does not fit.
  fileprivate var expectation: String { "must be " + (self["title"]?.text ?? "something else") }
}

extension JSON {
  /// Whether the value is of a JSON Schema type; 50.0 is an integer.
  fileprivate func isOfType(_ name: String) -> Bool {
    switch (name, self) {
    case ("null", .null), ("boolean", .boolean), ("number", .number), ("string", .string),
      ("array", .array), ("object", .object):
      true
    case ("integer", .number(let number)): number.double == number.double.rounded(.towardZero)
    default: false
    }
  }
}

extension String {
  /// Whether the text has a format that the schema names.
  fileprivate func hasFormat(_ name: String) -> Bool {
    switch name {
    case "koober-line":
      !utf8.isEmpty && !unicodeScalars.contains { [0x0A, 0x0D, 0x2028, 0x2029].contains($0.value) }
    case "koober-flagd-path": utf8.starts(with: "$flagd.".utf8)
    case "koober-semantic-version": SemanticVersion(strict: self[...]) != nil
    default: true  // Draft 7: a format that is not known says nothing.
    }
  }
}
