import Basics

/// Something that does not fit a schema, and where.
struct SchemaViolation {
  enum Kind {
    case types([String])
    case values([JSON])
    case expected(String)
    case atLeast(Double)
    case tooShort
    case tooFewElements(Int)
    case tooManyElements(Int)
    case tooFewMembers(Int)
    case memberMissing(String)
    case memberUnexpected
    case tooDeep
  }

  let path: JSONPath
  let kind: Kind

  /// Whether it is more than an unexpected member; such a violation names the alternative
  /// that was probably meant.
  var isTelling: Bool {
    if case .memberUnexpected = kind { false } else { true }
  }

  var message: String {
    switch kind {
    case .types(let names) where names.count == 1: "must be of the type \(names[0])"
    case .types(let names): "must be one of the types " + names.joined(separator: ", ")
    case .values(let values):
      "must be one of " + values.map { $0.serialized() }.joined(separator: ", ")
    case .expected(let title): "must be \(title)"
    case .atLeast(let minimum): "must be at least \(minimum.javaScriptText)"
    case .tooShort: "must not be empty"
    case .tooFewElements(let count): "must have at least \(count) elements"
    case .tooManyElements(let count): "must have at most \(count) elements"
    case .tooFewMembers(let count): "must have at least \(count) members"
    case .memberMissing(let name):
      "must have a member \(JSON.string(name).serialized())"
    case .memberUnexpected: "is not expected here"
    case .tooDeep: "is nested more than \(JSON.ReadingOptions().maximumDepth) levels deep"
    }
  }
}
