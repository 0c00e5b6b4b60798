import Basics

/// The schemas of a document, each object type once.
struct SchemaLibrary {
  private(set) var components = JSON.Object()

  /// Returns the JSON schema of a type; an object is stored once and referenced by its name.
  mutating func json(_ schema: TypeSchema) -> JSON {
    switch schema {
    case .text: return ["type": "string"]
    case .time: return ["type": "string", "format": "date-time"]
    case .integer: return ["type": "integer", "format": "int64"]
    case .number: return ["type": "number", "format": "double"]
    case .truth: return ["type": "boolean"]
    case .choice(let names): return ["type": "string", "enum": .array(names.map(JSON.string))]
    case .list(let element, let largestCount):
      var list: JSON.Object = ["type": "array", "items": json(element)]
      list["maxItems"] = largestCount.map { .number(Double($0)) }
      return .object(list)
    case .anyObject: return ["type": "object"]
    case .anything, .unknown: return [:]
    case .object(let name, let fields):
      if components[name] == nil { components[name] = object(fields) }
      return ["$ref": .string("#/components/schemas/\(name)")]
    }
  }

  private mutating func object(_ fields: [TypeSchema.Field]) -> JSON {
    var properties = JSON.Object()
    for field in fields {
      let schema = json(field.schema)
      // A field that may be missing may be null as well, both in what is sent and in answers.
      properties[field.name] =
        field.isRequired ? schema : ["anyOf": [schema, ["type": "null"]]]
    }
    var members: JSON.Object = ["type": "object", "properties": .object(properties)]
    let required = fields.filter(\.isRequired).map(\.name).sorted()
    if !required.isEmpty { members["required"] = .array(required.map(JSON.string)) }
    return .object(members)
  }
}
