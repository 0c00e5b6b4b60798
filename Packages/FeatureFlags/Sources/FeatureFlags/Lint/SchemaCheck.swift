import Basics

/// One comparison of a value with a schema.
///
/// It takes time in proportion to the value: inside alternatives it stops at the first misfit. The
/// functions that call each other are not inlined, so that deep values need little stack.
struct SchemaCheck {
  let schemas: FlagSchemas
  private let maximumCount: Int
  private(set) var misfits: [SchemaViolation] = []

  init(schemas: FlagSchemas, maximumCount: Int) {
    self.schemas = schemas
    self.maximumCount = maximumCount
  }

  var isDone: Bool { misfits.count >= maximumCount }

  mutating func add(_ path: JSONPath, _ kind: SchemaViolation.Kind) {
    if !isDone { misfits.append(SchemaViolation(path: path, kind: kind)) }
  }

  /// Collects what does not fit, up to the maximum number.
  @inline(never)
  mutating func run(
    _ value: JSON, _ node: FlagSchemas.Node, _ path: JSONPath = .root, depth: Int = 0
  ) {
    guard depth <= JSON.ReadingOptions().maximumDepth else { return add(path, .tooDeep) }
    checkValue(value, node.schema, path)
    if !isDone, case .object(let object) = value {
      checkMembers(object, node, path, depth: depth)
    }
    if !isDone, case .array(let elements) = value {
      checkElements(elements, node, path, depth: depth)
    }
    if !isDone { checkAlternatives(value, node, path, depth: depth) }
  }

  @inline(never)
  private mutating func checkValue(_ value: JSON, _ schema: Schema, _ path: JSONPath) {
    if !schema.types.isEmpty, !schema.types.contains(where: value.isOfType) {
      add(path, .types(schema.types))
    }
    if let values = schema.values, !values.contains(value) { add(path, .values(values)) }
    if case .string(let text) = value {
      if let format = schema.format, !TextFormat.isSatisfied(format, by: text) {
        add(path, .expected(schema.title))
      }
      if text.unicodeScalars.count < schema.minimumLength { add(path, .tooShort) }
    }
    if let number = value.double, let minimum = schema.minimum, number < minimum {
      add(path, .atLeast(minimum))
    }
  }

  @inline(never)
  private mutating func checkMembers(
    _ object: JSON.Object, _ node: FlagSchemas.Node, _ path: JSONPath, depth: Int
  ) {
    checkNames(of: object, node.schema, path, depth: depth)
    for member in node.schema.members where !isDone {
      guard let value = object[member.name] else { continue }
      run(value, schemas[member.schema], path.appending(member.name), depth: depth + 1)
    }
    if case .anything = node.schema.otherMembers { return }
    for member in object.members where !isDone && !node.schema.hasMember(member.name) {
      check(
        member.value, node.schema.otherMembers, path.appending(member.name), depth: depth + 1)
    }
  }

  @inline(never)
  private mutating func checkNames(
    of object: JSON.Object, _ schema: Schema, _ path: JSONPath, depth: Int
  ) {
    if object.count < schema.minimumMembers { add(path, .tooFewMembers(schema.minimumMembers)) }
    for name in schema.required where object[name] == nil { add(path, .memberMissing(name)) }
    guard let names = schema.memberNames else { return }
    for member in object.members where !isDone {
      run(.string(member.name), schemas[names], path.appending(member.name), depth: depth)
    }
  }

  @inline(never)
  private mutating func checkElements(
    _ elements: [JSON], _ node: FlagSchemas.Node, _ path: JSONPath, depth: Int
  ) {
    if elements.count < node.schema.minimumElements {
      add(path, .tooFewElements(node.schema.minimumElements))
    }
    if elements.count > node.schema.maximumElements {
      add(path, .tooManyElements(node.schema.maximumElements))
    }
    for (index, element) in elements.enumerated() where !isDone {
      let rest =
        index < node.schema.elements.count
        ? Schema.Rest.schema(node.schema.elements[index]) : node.schema.otherElements
      if case .anything = rest { return }
      check(element, rest, path.appending(index), depth: depth + 1)
    }
  }

  private mutating func check(
    _ value: JSON, _ rest: Schema.Rest, _ path: JSONPath, depth: Int
  ) {
    switch rest {
    case .anything: return
    case .nothing: add(path, .memberUnexpected)
    case .schema(let index): run(value, schemas[index], path, depth: depth)
    }
  }
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
