import Basics

/// One schema with the keywords of JSON Schema draft 7 that the embedded files use, made ready.
///
/// Schemas refer to each other by their index.
struct Schema: Sendable {
  /// The schema of the members or elements without their own schemas.
  enum Rest: Sendable {
    case anything
    case nothing
    case schema(Int)
  }

  /// The schema that counts in the place of this one.
  var reference: Int?
  /// The expected value, for messages.
  var title = "something else"
  var types: [String] = []
  var values: [JSON]?
  var format: String?
  var minimum: Double?
  var minimumLength = 0
  var minimumElements = 0
  var maximumElements = Int.max
  var minimumMembers = 0
  var required: [String] = []
  var members: [(name: String, schema: Int)] = []
  var otherMembers = Rest.anything
  var memberNames: Int?
  /// The schemas of the first elements.
  var elements: [Int] = []
  var otherElements = Rest.anything
  var allOf: [Int] = []
  var anyOf: [Int] = []
  var oneOf: [Int] = []
  var not: Int?

  /// Whether a member of this name has a schema of its own.
  func hasMember(_ name: String) -> Bool {
    members.contains { $0.name.hasSameCodeUnits(as: name) }
  }
}
