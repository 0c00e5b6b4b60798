/// Compares JSON with the embedded schemas, by JSON Schema draft 7.
///
/// It knows the keywords that those schemas use, and takes time in proportion to the document: inside
/// alternatives it stops at the first thing that does not fit.
struct SchemaValidator {
  /// Something that does not fit.
  struct Misfit {
    let path: JSONPath
    let message: String
    /// Whether it says more than that a member is not expected; such a misfit names the alternative
    /// that was probably meant.
    let isTelling: Bool
  }

  private let schemas: FlagSchemas
  private let maximumCount: Int

  init(schemas: FlagSchemas, maximumCount: Int) {
    self.schemas = schemas
    self.maximumCount = maximumCount
  }

  /// Everything that does not fit, up to a maximum number.
  func misfits(of value: JSONValue, with schema: FlagSchemas.Place) -> [Misfit] {
    var check = Check(schemas: schemas, limit: maximumCount)
    check.run(value, schema, .root, depth: 0)
    return check.misfits
  }

  /// One walk through a value.
  struct Check {
    let schemas: FlagSchemas
    let limit: Int
    var misfits: [Misfit] = []

    var isDone: Bool { misfits.count >= limit }

    mutating func add(_ path: JSONPath, _ message: String, isTelling: Bool = true) {
      misfits.append(Misfit(path: path, message: message, isTelling: isTelling))
    }

    mutating func run(
      _ value: JSONValue, _ place: FlagSchemas.Place, _ path: JSONPath, depth: Int
    ) {
      guard depth <= JSONParser.maximumDepth else {
        add(path, "is nested more than \(JSONParser.maximumDepth) levels deep")
        return
      }
      let place = schemas.followed(place)
      for keyword in place.schema.members where !isDone {
        checkValue(value, keyword, place, path)
        checkParts(of: value, keyword, place, path, depth: depth)
        checkAlternatives(value, keyword, place, path, depth: depth)
      }
    }
  }
}
