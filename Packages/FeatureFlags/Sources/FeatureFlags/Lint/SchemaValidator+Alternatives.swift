extension SchemaValidator.Check {
  /// The keywords that combine schemas.
  mutating func checkAlternatives(
    _ value: JSONValue, _ keyword: JSONObject.Member, _ place: FlagSchemas.Place,
    _ path: JSONPath, depth: Int
  ) {
    switch (keyword.name, keyword.value) {
    case ("allOf", .array(let schemas)):
      for schema in schemas where !isDone { run(value, place.with(schema), path, depth: depth) }
    case ("not", let schema):
      if firstMisfit(value, place.with(schema), path, depth) == nil { add(path, place.expectation) }
    case ("anyOf", .array(let schemas)):
      var misfits: [SchemaValidator.Misfit] = []
      for schema in schemas {
        guard let misfit = firstMisfit(value, place.with(schema), path, depth) else { return }
        misfits.append(misfit)
      }
      addMostTelling(of: misfits, place, path)
    case ("oneOf", .array(let schemas)):
      let misfits = schemas.map { firstMisfit(value, place.with($0), path, depth) }
      let matches = misfits.count { $0 == nil }
      if matches == 0 { addMostTelling(of: misfits.compactMap { $0 }, place, path) }
      if matches > 1 { add(path, place.expectation) }
    default: return
    }
  }

  private func firstMisfit(
    _ value: JSONValue, _ place: FlagSchemas.Place, _ path: JSONPath, _ depth: Int
  ) -> SchemaValidator.Misfit? {
    var check = Self(schemas: schemas, limit: 1)
    check.run(value, place, path, depth: depth)
    return check.misfits.first
  }

  /// Reports what is wrong with the alternative that came furthest; if it is not alone, or none
  /// came any further, that nothing fits.
  private mutating func addMostTelling(
    of misfits: [SchemaValidator.Misfit], _ place: FlagSchemas.Place, _ path: JSONPath
  ) {
    let telling = misfits.filter { $0.isTelling && $0.path.depth > path.depth }
    let furthest = telling.map(\.path.depth).max()
    let candidates = telling.filter { $0.path.depth == furthest }
    if candidates.count == 1 {
      self.misfits += candidates
    } else {
      add(path, place.expectation)
    }
  }
}
