/// One comparison of a value with a schema.
///
/// It takes time in proportion to the value: inside alternatives it stops at the first misfit.
struct SchemaCheck {
  private let schemas: FlagSchemas
  private let maximumCount: Int
  private(set) var misfits: [SchemaMisfit] = []

  init(schemas: FlagSchemas, maximumCount: Int) {
    self.schemas = schemas
    self.maximumCount = maximumCount
  }

  private var isDone: Bool { misfits.count >= maximumCount }

  private mutating func add(_ path: JSONPath, _ kind: SchemaMisfit.Kind) {
    if !isDone { misfits.append(SchemaMisfit(path: path, kind: kind)) }
  }

  /// Collects what does not fit, up to the maximum number.
  mutating func run(_ value: JSONValue, _ schema: Schema, _ path: JSONPath = .root, depth: Int = 0)
  {
    guard depth <= JSONParser.maximumDepth else { return add(path, .tooDeep) }
    checkValue(value, schema, path)
    switch value {
    case .object(let object) where !isDone: checkMembers(object, schema, path, depth: depth)
    case .array(let elements) where !isDone: checkElements(elements, schema, path, depth: depth)
    default: break
    }
    if !isDone { checkAlternatives(value, schema, path, depth: depth) }
  }

  private mutating func checkValue(_ value: JSONValue, _ schema: Schema, _ path: JSONPath) {
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
    if case .number(let number) = value, let minimum = schema.minimum, number < minimum {
      add(path, .atLeast(minimum))
    }
  }

  private mutating func checkMembers(
    _ object: JSONObject, _ schema: Schema, _ path: JSONPath, depth: Int
  ) {
    if object.count < schema.minimumMembers { add(path, .tooFewMembers(schema.minimumMembers)) }
    for name in schema.required where object[name] == nil { add(path, .memberMissing(name)) }
    for member in schema.members where !isDone {
      guard let value = object[member.name] else { continue }
      run(value, schemas[member.schema], path.appending(member.name), depth: depth + 1)
    }
    if let names = schema.memberNames {
      for member in object.members where !isDone {
        run(.string(member.name), schemas[names], path.appending(member.name), depth: depth)
      }
    }
    if case .anything = schema.otherMembers { return }
    for member in object.members where !isDone && !schema.hasMember(member.name) {
      check(member.value, schema.otherMembers, path.appending(member.name), depth: depth)
    }
  }

  private mutating func checkElements(
    _ elements: [JSONValue], _ schema: Schema, _ path: JSONPath, depth: Int
  ) {
    if elements.count < schema.minimumElements {
      add(path, .tooFewElements(schema.minimumElements))
    }
    if elements.count > schema.maximumElements {
      add(path, .tooManyElements(schema.maximumElements))
    }
    for (index, element) in elements.enumerated() where !isDone {
      let rest =
        index < schema.elements.count
        ? Schema.Rest.schema(schema.elements[index]) : schema.otherElements
      if case .anything = rest { return }
      check(element, rest, path.appending(index), depth: depth)
    }
  }

  private mutating func check(
    _ value: JSONValue, _ rest: Schema.Rest, _ path: JSONPath, depth: Int
  ) {
    switch rest {
    case .anything: return
    case .nothing: add(path, .memberUnexpected)
    case .schema(let index): run(value, schemas[index], path, depth: depth + 1)
    }
  }

  private mutating func checkAlternatives(
    _ value: JSONValue, _ schema: Schema, _ path: JSONPath, depth: Int
  ) {
    for index in schema.allOf where !isDone { run(value, schemas[index], path, depth: depth) }
    if let index = schema.not, firstMisfit(value, index, path, depth) == nil {
      add(path, .expected(schema.title))
    }
    var misfits: [SchemaMisfit] = []
    for index in schema.anyOf {
      guard let misfit = firstMisfit(value, index, path, depth) else {
        misfits = []
        break
      }
      misfits.append(misfit)
    }
    if !misfits.isEmpty { addMostTelling(of: misfits, schema, path) }
    guard !schema.oneOf.isEmpty else { return }
    let results = schema.oneOf.map { firstMisfit(value, $0, path, depth) }
    switch results.count(where: { $0 == nil }) {
    case 0: addMostTelling(of: results.compactMap { $0 }, schema, path)
    case 1: return
    default: add(path, .expected(schema.title))
    }
  }

  private func firstMisfit(
    _ value: JSONValue, _ index: Int, _ path: JSONPath, _ depth: Int
  ) -> SchemaMisfit? {
    var check = SchemaCheck(schemas: schemas, maximumCount: 1)
    check.run(value, schemas[index], path, depth: depth)
    return check.misfits.first
  }

  /// Reports what is wrong with the alternative that came furthest; if it is not alone, or none
  /// came any further, that nothing fits.
  private mutating func addMostTelling(
    of misfits: [SchemaMisfit], _ schema: Schema, _ path: JSONPath
  ) {
    let telling = misfits.filter(\.isTelling).map { (depth: $0.path.depth, misfit: $0) }
    let furthest = telling.map(\.depth).max() ?? 0
    let candidates = telling.filter { $0.depth == furthest }
    if furthest > path.depth, candidates.count == 1 {
      add(candidates[0].misfit.path, candidates[0].misfit.kind)
    } else {
      add(path, .expected(schema.title))
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
