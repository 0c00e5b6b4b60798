import Basics
import Core
import FoundationEssentials

/// Derives the JSON schemas of types by decoding them from a decoder that records the requested
/// fields.
final class SchemaRecorder {
  /// A field of an object.
  struct Field: Equatable {
    let name: String
    let schema: JSON
    let isRequired: Bool
  }

  /// The schemas of the objects, each once under its name.
  private(set) var components = JSON.Object()

  /// Returns the schema of a type, for an object a reference into ``components``; refuses a type that
  /// is decoded in a way that cannot be recorded.
  func schema(of type: any Decodable.Type) throws -> JSON { try record(type).schema }

  /// Returns the fields of an object's type, in the order in which they are decoded.
  func fields(of type: any Decodable.Type) throws -> [Field] {
    let decoder = RecordingDecoder(of: type, recorder: self)
    _ = try type.init(from: decoder)
    return decoder.fields
  }

  fileprivate func record<Value: Decodable>(
    _ type: Value.Type
  ) throws -> (schema: JSON, value: Value) {
    if let simple = Self.simple(type) { return simple }
    let decoder = RecordingDecoder(of: type, recorder: self)
    let value = try Value(from: decoder)
    if let schema = decoder.schema { return (schema, value) }
    // The name without its module, for example `Ride.Option`.
    let name = String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    components[name] = Self.object(decoder.fields)
    return (["$ref": .string("#/components/schemas/\(name)")], value)
  }

  private static func simple<Value>(_ type: Value.Type) -> (JSON, Value)? {
    let simple: (JSON, Any)? =
      switch type {
      case is String.Type: (["type": "string"], "")
      case is Bool.Type: (["type": "boolean"], false)
      case is Double.Type: (["type": "number", "format": "double"], 0.0)
      case is Float.Type: (["type": "number", "format": "double"], Float(0))
      case is JSON.Type: ([:], JSON.null)
      case is JSON.Object.Type: (["type": "object"], JSON.Object())
      case is Date.Type:
        (["type": "string", "format": "date-time"], Date(timeIntervalSince1970: 0))
      case let integer as any FixedWidthInteger.Type:
        (["type": "integer", "format": "int64"], integer.init(0))
      case let choice as any (CaseIterable & RawRepresentable).Type: cases(of: choice)
      default: nil
      }
    guard let simple, let value = simple.1 as? Value else { return nil }
    return (simple.0, value)
  }

  private static func cases<Choice: CaseIterable & RawRepresentable>(
    of type: Choice.Type
  ) -> (JSON, Any)? {
    guard let first = type.allCases.first else { return nil }
    let names = type.allCases.map { JSON.string("\($0.rawValue)") }
    return (["type": "string", "enum": .array(names)], first)
  }

  private static func object(_ fields: [Field]) -> JSON {
    var properties = JSON.Object()
    for field in fields {
      // A field that may be missing may be null as well, both in what is sent and in answers.
      properties[field.name] =
        field.isRequired ? field.schema : ["anyOf": [field.schema, ["type": "null"]]]
    }
    var members: JSON.Object = ["type": "object", "properties": .object(properties)]
    let required = fields.filter(\.isRequired).map(\.name).sorted()
    if !required.isEmpty { members["required"] = .array(required.map(JSON.string)) }
    return .object(members)
  }
}

/// Decodes zeros, empty texts and lists of one element, and records the fields.
private final class RecordingDecoder: Decoder, SingleValueDecodingContainer,
  UnkeyedDecodingContainer
{
  private let recorder: SchemaRecorder
  /// The field of a bounded list, and the most elements that it may have.
  private let bound: (field: String, count: Int)?
  private(set) var fields: [SchemaRecorder.Field] = []
  /// The names of the fields that may be missing.
  private var optional: Set<String> = []
  /// The schema of what is no object.
  private(set) var schema: JSON?
  private var isList = false
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex == 1 }
  private(set) var currentIndex = 0

  init(of type: Any.Type, recorder: SchemaRecorder) {
    self.recorder = recorder
    bound = (type as? any BoundedListBody.Type).map { ($0.listField, $0.largestCount) }
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RecordingObject(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    isList = true
    return self
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }

  /// Records the element of a list, or the only value.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let recorded = try recorder.record(type)
    schema = isList ? ["type": "array", "items": recorded.schema] : recorded.schema
    currentIndex += 1
    return recorded.value
  }

  /// Records that a field may be missing, which is asked for before it is decoded.
  func recordOptional(_ name: String) { optional.insert(name) }

  func decode<Value: Decodable>(_ type: Value.Type, field name: String) throws -> Value {
    let recorded = try recorder.record(type)
    var schema = recorded.schema
    if let bound, bound.field == name, var list = schema.object {
      list["maxItems"] = .number(Double(bound.count))
      schema = .object(list)
    }
    fields.append(
      SchemaRecorder.Field(name: name, schema: schema, isRequired: !optional.contains(name)))
    return recorded.value
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { throw UnsupportedContainerError() }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw UnsupportedContainerError()
  }

  func superDecoder() throws -> any Decoder { throw UnsupportedContainerError() }
}

private struct RecordingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordingDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }
  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    decoder.recordOptional(key.stringValue)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type, field: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw UnsupportedContainerError() }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw UnsupportedContainerError()
  }

  func superDecoder() throws -> any Decoder { throw UnsupportedContainerError() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw UnsupportedContainerError() }
}

private struct UnsupportedContainerError: Error {}
