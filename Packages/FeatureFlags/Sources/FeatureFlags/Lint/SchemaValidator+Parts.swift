extension SchemaValidator.Check {
  /// The keywords about a value's elements and members.
  mutating func checkParts(
    of value: JSONValue, _ keyword: JSONObject.Member, _ place: FlagSchemas.Place,
    _ path: JSONPath, depth: Int
  ) {
    switch (keyword.name, keyword.value, value) {
    case ("properties", .object(let schemas), .object(let object)):
      for schema in schemas.members {
        guard !isDone, let member = object[schema.name] else { continue }
        run(member, place.with(schema.value), path.appending(schema.name), depth: depth + 1)
      }
    case ("additionalProperties", let schema, .object(let object)):
      let known = place.schema["properties"]?.object ?? JSONObject()
      for member in object.members where known[member.name] == nil && !isDone {
        let memberPath = path.appending(member.name)
        if case .boolean(false) = schema {
          add(memberPath, "is not expected here", isTelling: false)
        } else {
          run(member.value, place.with(schema), memberPath, depth: depth + 1)
        }
      }
    case ("propertyNames", let schema, .object(let object)):
      for member in object.members where !isDone {
        run(.string(member.name), place.with(schema), path.appending(member.name), depth: depth)
      }
    case ("items", let schema, .array(let elements)):
      checkElements(elements, schema, place, path, depth: depth)
    default: return
    }
  }

  /// `items` as one schema for all, or as a list of schemas followed by `additionalItems`.
  private mutating func checkElements(
    _ elements: [JSONValue], _ schema: JSONValue, _ place: FlagSchemas.Place, _ path: JSONPath,
    depth: Int
  ) {
    for (index, element) in elements.enumerated() where !isDone {
      var elementSchema: JSONValue? = schema
      if case .array(let list) = schema {
        elementSchema = index < list.count ? list[index] : place.schema["additionalItems"]
      }
      guard let elementSchema else { continue }
      run(element, place.with(elementSchema), path.appending(index), depth: depth + 1)
    }
  }
}
