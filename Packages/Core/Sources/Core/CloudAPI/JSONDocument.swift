/// A JSON object whose members the contract does not name.
public struct JSONDocument: Codable, Equatable, Sendable {
  public let members: [String: JSONElement]

  /// Creates a document.
  public init(_ members: [String: JSONElement]) {
    self.members = members
  }

  public init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode([String: JSONElement].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}

/// A value within a ``JSONDocument``.
public enum JSONElement: Codable, Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONElement])
  case object([String: JSONElement])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let elements = try? container.decode([JSONElement].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: JSONElement].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}
