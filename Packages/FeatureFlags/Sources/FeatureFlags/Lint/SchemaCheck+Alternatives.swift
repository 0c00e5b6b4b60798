import Basics

extension SchemaCheck {
  /// The keywords that combine schemas.
  @inline(never)
  mutating func checkAlternatives(
    _ value: JSON, _ node: FlagSchemas.Node, _ path: JSONPath, depth: Int
  ) {
    for index in node.schema.allOf where !isDone {
      run(value, schemas[index], path, depth: depth)
    }
    if let index = node.schema.not, firstMisfit(value, index, path, depth) == nil {
      add(path, .expected(node.schema.title))
    }
    if !node.schema.anyOf.isEmpty { checkAny(value, node, path, depth) }
    if !node.schema.oneOf.isEmpty { checkOne(value, node, path, depth) }
  }

  @inline(never)
  private mutating func checkAny(
    _ value: JSON, _ node: FlagSchemas.Node, _ path: JSONPath, _ depth: Int
  ) {
    var misfits: [SchemaViolation] = []
    for index in node.schema.anyOf {
      guard let misfit = firstMisfit(value, index, path, depth) else { return }
      misfits.append(misfit)
    }
    addMostTelling(of: misfits, node.schema, path)
  }

  @inline(never)
  private mutating func checkOne(
    _ value: JSON, _ node: FlagSchemas.Node, _ path: JSONPath, _ depth: Int
  ) {
    var misfits: [SchemaViolation] = []
    for index in node.schema.oneOf {
      if let misfit = firstMisfit(value, index, path, depth) { misfits.append(misfit) }
    }
    switch node.schema.oneOf.count - misfits.count {
    case 0: addMostTelling(of: misfits, node.schema, path)
    case 1: return
    default: add(path, .expected(node.schema.title))
    }
  }

  @inline(never)
  private func firstMisfit(
    _ value: JSON, _ index: Int, _ path: JSONPath, _ depth: Int
  ) -> SchemaViolation? {
    var check = SchemaCheck(schemas: schemas, maximumCount: 1)
    check.run(value, schemas[index], path, depth: depth)
    return check.misfits.first
  }

  /// Reports what is wrong with the alternative that came furthest; if it is not alone, or none
  /// came any further, that nothing fits.
  @inline(never)
  private mutating func addMostTelling(
    of misfits: [SchemaViolation], _ schema: Schema, _ path: JSONPath
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
