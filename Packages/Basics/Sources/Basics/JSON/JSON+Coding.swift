public import FoundationEssentials

extension JSON {
  /// Returns a value as a JSON document in UTF-8.
  ///
  /// Dates are written in ISO 8601 UTC with whole seconds, `Data` in base64.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold, and for a date outside the
  ///   years 0 to 9999.
  public static func encode(
    _ value: some Encodable, _ options: WritingOptions = .sortedKeys
  ) throws -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    try JSON(encoding: value).write(to: &bytes, options)
    return Data(bytes)
  }

  /// Reads a value from a JSON document in UTF-8.
  ///
  /// Dates are read in ISO 8601 with a time zone, `Data` in base64.
  ///
  /// - Throws: ``ParseError`` when the document is no JSON or beyond a limit of the options;
  ///   `DecodingError` when it is not what the type needs, for instance a number out of range.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from document: some Collection<UInt8>,
    options: ReadingOptions = ReadingOptions()
  ) throws -> Value {
    try JSON(parsing: document, options: options).decode(type)
  }

  /// Creates the JSON form of a value; see ``encode(_:_:)``.
  public init(encoding value: some Encodable) throws {
    self = try JSONValueEncoder().json(of: value)
  }

  /// Reads a value of a type; see ``decode(_:from:options:)``.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONValueDecoder(self).decode(type)
  }
}

extension JSON: Codable {
  /// Takes the value as it is; only a decoder of JSON has one.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? JSONValueDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a decoder of JSON"))
    }
    self = decoder.value
  }

  /// Gives the value as it is to an encoder of JSON, and its parts to any other one.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? JSONValueEncoder { return encoder.set(self) }
    switch self {
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object):
      var members = encoder.container(keyedBy: PathKey.self)
      for member in object.members { try members.encode(member.value, forKey: .name(member.name)) }
    case .boolean(let value): try value.encode(to: encoder)
    case .number(.integer(let value)): try value.encode(to: encoder)
    case .number(.largeInteger(let value)): try value.encode(to: encoder)
    case .number(.real(let value)): try value.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

/// A type that makes its JSON form itself, which takes a third of the time of the containers of
/// `Codable`: for documents that are sent all the time.
public protocol JSONRepresentable: Encodable {
  /// The value as JSON.
  var json: JSON { get throws }
}

extension JSONRepresentable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension JSON.Object: Codable {
  /// Takes the members as they are; only a decoder of JSON has them.
  public init(from decoder: any Decoder) throws {
    guard let object = try JSON(from: decoder).object else {
      throw DecodingError.typeMismatch(
        JSON.Object.self, .init(codingPath: decoder.codingPath, debugDescription: "no object"))
    }
    self = object
  }

  /// Gives the members; see ``JSON/encode(to:)``.
  public func encode(to encoder: any Encoder) throws { try JSON.object(self).encode(to: encoder) }
}

extension JSON {
  /// The name of a member, or the position of an element, in a coding path.
  public enum PathKey: CodingKey, ExpressibleByStringLiteral {
    case name(String)
    case position(Int)
    /// The key of what a class leaves to its superclass.
    static let `super`: PathKey = "super"

    public init(stringLiteral name: String) { self = .name(name) }
    public init(stringValue name: String) { self = .name(name) }
    public init(intValue position: Int) { self = .position(position) }

    public var stringValue: String {
      switch self {
      case .name(let name): name
      case .position(let position): String(position)
      }
    }

    public var intValue: Int? { if case .position(let position) = self { position } else { nil } }
  }
}
