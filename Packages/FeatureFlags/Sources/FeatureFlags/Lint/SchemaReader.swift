import Basics

/// Reads schemas from JSON.
struct SchemaReader {
  private(set) var schemas: [Schema] = []
  /// The indexes of files, "flags.json#", and definitions, "flags.json#/definitions/flag".
  private(set) var indexes: [String: Int] = [:]

  /// Reads a file and its definitions.
  mutating func add(_ file: String, _ bytes: [UInt8]) throws(JSON.ParseError) {
    let json = try JSON(parsing: bytes)
    let root = index(of: file + "#")
    schemas[root] = schema(json, in: file)
    for definition in json.object?["definitions"]?.object?.members ?? [] {
      let target = index(of: file + "#/definitions/" + definition.name)
      schemas[target] = schema(definition.value, in: file)
    }
  }

  /// The index that a schema of this name has, or will have.
  private mutating func index(of name: String) -> Int {
    if let index = indexes[name] { return index }
    indexes[name] = schemas.count
    schemas.append(Schema())
    return schemas.count - 1
  }

  private mutating func index(of json: JSON, in file: String) -> Int {
    let schema = schema(json, in: file)
    schemas.append(schema)
    return schemas.count - 1
  }

  private mutating func schema(_ json: JSON, in file: String) -> Schema {
    var schema = Schema()
    guard let keywords = json.object else { return schema }
    if let reference = keywords["$ref"]?.text {
      // The siblings of a reference do not count.
      let isLocal = reference.utf8.first == UInt8(ascii: "#")
      let name = isLocal ? file + reference : reference
      schema.reference = index(of: name.utf8.contains(UInt8(ascii: "#")) ? name : name + "#")
      return schema
    }
    for keyword in keywords.members {
      read(keyword, into: &schema)
      readParts(keyword, into: &schema, in: file)
    }
    return schema
  }

  /// The keywords about the value itself.
  private func read(_ keyword: JSON.Object.Member, into schema: inout Schema) {
    switch (keyword.name, keyword.value) {
    case ("title", .string(let title)): schema.title = title
    case ("type", .string(let type)): schema.types = [type]
    case ("type", .array(let types)): schema.types = types.compactMap(\.text)
    case ("enum", .array(let values)): schema.values = values
    case ("format", .string(let format)): schema.format = format
    case ("minimum", .number(let minimum)): schema.minimum = minimum.double
    case ("minLength", .number(let minimum)):
      schema.minimumLength = minimum.integer(Int.self) ?? schema.minimumLength
    case ("minItems", .number(let minimum)):
      schema.minimumElements = minimum.integer(Int.self) ?? schema.minimumElements
    case ("maxItems", .number(let maximum)):
      schema.maximumElements = maximum.integer(Int.self) ?? schema.maximumElements
    case ("minProperties", .number(let minimum)):
      schema.minimumMembers = minimum.integer(Int.self) ?? schema.minimumMembers
    case ("required", .array(let names)): schema.required = names.compactMap(\.text)
    default: return
    }
  }

  /// The keywords that hold other schemas.
  private mutating func readParts(
    _ keyword: JSON.Object.Member, into schema: inout Schema, in file: String
  ) {
    switch (keyword.name, keyword.value) {
    case ("properties", .object(let members)):
      schema.members = members.members.map { ($0.name, index(of: $0.value, in: file)) }
    case ("additionalProperties", let json): schema.otherMembers = rest(json, in: file)
    case ("propertyNames", let json): schema.memberNames = index(of: json, in: file)
    case ("items", .array(let list)): schema.elements = list.map { index(of: $0, in: file) }
    case ("items", let json), ("additionalItems", let json):
      schema.otherElements = rest(json, in: file)
    case ("allOf", .array(let list)): schema.allOf = list.map { index(of: $0, in: file) }
    case ("anyOf", .array(let list)): schema.anyOf = list.map { index(of: $0, in: file) }
    case ("oneOf", .array(let list)): schema.oneOf = list.map { index(of: $0, in: file) }
    case ("not", let json): schema.not = index(of: json, in: file)
    default: return
    }
  }

  private mutating func rest(_ json: JSON, in file: String) -> Schema.Rest {
    if case .boolean(let isAllowed) = json { return isAllowed ? .anything : .nothing }
    return .schema(index(of: json, in: file))
  }
}
