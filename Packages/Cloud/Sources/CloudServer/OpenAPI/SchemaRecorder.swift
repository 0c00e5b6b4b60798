import Basics
import Core
import FoundationEssentials

/// Derives the schema of a type by decoding it from a decoder that records the requested fields.
enum SchemaRecorder {
  static func schema(of type: any Decodable.Type) -> TypeSchema {
    (try? record(type).schema) ?? .unknown
  }

  fileprivate static func record<Value: Decodable>(
    _ type: Value.Type
  ) throws -> (schema: TypeSchema, value: Value) {
    if let simple = simple(type) { return simple }
    let recorder = RecordingDecoder(name: name(of: type), list: type as? any BoundedListBody.Type)
    let value = try Value(from: recorder)
    return (recorder.schema, value)
  }

  private static func simple<Value>(_ type: Value.Type) -> (TypeSchema, Value)? {
    let simple: (TypeSchema, Any)? =
      switch type {
      case is String.Type: (.text, "")
      case is Bool.Type: (.truth, false)
      case is Double.Type: (.number, 0.0)
      case is Float.Type: (.number, Float(0))
      case is JSON.Type: (.anything, JSON.null)
      case is JSON.Object.Type: (.anyObject, JSON.Object())
      case is Date.Type: (.time, Date(timeIntervalSince1970: 0))
      case let integer as any FixedWidthInteger.Type: (.integer, integer.init(0))
      case let choice as any (CaseIterable & RawRepresentable).Type: cases(of: choice)
      default: nil
      }
    guard let simple, let value = simple.1 as? Value else { return nil }
    return (simple.0, value)
  }

  private static func cases<Choice: CaseIterable & RawRepresentable>(
    of type: Choice.Type
  ) -> (TypeSchema, Any)? {
    guard let first = type.allCases.first else { return nil }
    return (.choice(type.allCases.map { "\($0.rawValue)" }), first)
  }

  /// The type's name without its module, for example `Ride.Option`.
  private static func name(of type: Any.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
  }
}

/// Decodes zeros and empty texts, and records the fields.
private final class RecordingDecoder: Decoder {
  let name: String
  let list: (any BoundedListBody.Type)?
  var fields: [TypeSchema.Field] = []
  var single: TypeSchema?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(name: String, list: (any BoundedListBody.Type)?) {
    self.name = name
    self.list = list
  }

  var schema: TypeSchema { single ?? .object(name: name, fields: fields) }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RecordingObject(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { RecordingList(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer {
    RecordingValue(decoder: self)
  }
}

private struct RecordingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordingDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try record(type, key, isRequired: true)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try record(type, key, isRequired: false)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try record(type, key, isRequired: false)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try record(type, key, isRequired: false)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try record(type, key, isRequired: false)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try record(type, key, isRequired: false)
  }

  private func record<Value: Decodable>(
    _ type: Value.Type, _ key: Key, isRequired: Bool
  ) throws -> Value {
    let recorded = try SchemaRecorder.record(type)
    var schema = recorded.schema
    if case .list(let element, nil) = schema, decoder.list?.listField == key.stringValue {
      schema = .list(element, atMost: decoder.list?.largestCount)
    }
    decoder.fields.append(
      TypeSchema.Field(name: key.stringValue, schema: schema, isRequired: isRequired))
    return recorded.value
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

/// A list of one element.
private struct RecordingList: UnkeyedDecodingContainer {
  let decoder: RecordingDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex == 1 }
  var currentIndex = 0

  init(decoder: RecordingDecoder) {
    self.decoder = decoder
  }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let recorded = try SchemaRecorder.record(type)
    decoder.single = .list(recorded.schema)
    currentIndex += 1
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

private struct RecordingValue: SingleValueDecodingContainer {
  let decoder: RecordingDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let recorded = try SchemaRecorder.record(type)
    decoder.single = recorded.schema
    return recorded.value
  }
}

private struct UnsupportedContainerError: Error {}
