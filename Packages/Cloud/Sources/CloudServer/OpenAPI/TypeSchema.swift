/// The schema of a type in JSON.
indirect enum TypeSchema: Equatable {
  /// A field of an object.
  struct Field: Equatable {
    let name: String
    let schema: TypeSchema
    let isRequired: Bool
  }

  case text, time, integer, number, truth
  case choice([String])
  case list(TypeSchema, atMost: Int? = nil)
  case object(name: String, fields: [Field])
  /// An object with any fields.
  case anyObject
  /// Any value.
  case anything
  /// A type that is decoded in a way that cannot be recorded.
  case unknown
}
