import FoundationEssentials

/// Decodes a value from its JSON form.
final class JSONValueDecoder: Decoder {
  let value: JSON
  /// The decoder of the object or the list around the value, and the key there: the keys that lead
  /// to a value are listed only when an error needs them.
  private let parent: (decoder: JSONValueDecoder, key: any CodingKey)?

  init(_ value: JSON, in parent: (JSONValueDecoder, any CodingKey)? = nil) {
    (self.value, self.parent) = (value, parent)
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var codingPath: [any CodingKey] { parent.map { $0.decoder.codingPath + [$0.key] } ?? [] }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(JSONMembers(parent: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.elements else { throw mismatch([Any].self) }
    return JSONElements(elements: elements, parent: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    decodeNil()
      ? .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "the value is null"))
      : .typeMismatch(
        type, .init(codingPath: codingPath, debugDescription: "the value has another type"))
  }

  private func corrupted(_ text: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: text))
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { if case .null = value { true } else { false } }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let boolean = value.boolean else { throw mismatch(type) }
    return boolean
  }

  func decode(_ type: String.Type) throws -> String {
    guard let text = value.text else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let number = value.double else { throw mismatch(type) }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float {
    let number = Float(try decode(Double.self))
    guard number.isFinite else { throw corrupted("the number does not fit") }
    return number
  }

  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    guard case .number(let number) = value else { throw mismatch(type) }
    guard let integer = number.integer(type) else {
      throw corrupted("the number does not fit \(type)")
    }
    return integer
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Each bit cast is between two names of one type.
    if type == String.self { return unsafeBitCast(try decode(String.self), to: type) }
    if type == Double.self { return unsafeBitCast(try decode(Double.self), to: type) }
    if type == Int.self { return unsafeBitCast(try decode(Int.self), to: type) }
    if type == Bool.self { return unsafeBitCast(try decode(Bool.self), to: type) }
    if type == Date.self {
      guard let date = ISO8601.date(from: try decode(String.self)) else {
        throw corrupted("no time in ISO 8601")
      }
      return unsafeBitCast(date, to: type)
    }
    if type == Data.self {
      guard let data = Data(base64Encoded: try decode(String.self)) else {
        throw corrupted("no base64")
      }
      return unsafeBitCast(data, to: type)
    }
    if type == JSON.self { return unsafeBitCast(value, to: type) }
    return try Value(from: self)
  }
}

/// The members of an object that is decoded: one reference, as the standard library copies it with
/// each call.
private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The decoder of the object.
  let parent: JSONValueDecoder

  var codingPath: [any CodingKey] { parent.codingPath }
  var allKeys: [Key] { parent.value.object?.names.compactMap(Key.init(stringValue:)) ?? [] }

  func contains(_ key: Key) -> Bool { member(key) != nil }

  private func member(_ key: some CodingKey) -> JSON? { parent.value.object?[key.stringValue] }

  private func value(_ key: some CodingKey) throws -> JSON {
    if let value = member(key) { return value }
    throw DecodingError.keyNotFound(
      key, .init(codingPath: codingPath, debugDescription: "the key is missing"))
  }

  private func decoder(_ key: some CodingKey) throws -> JSONValueDecoder {
    JSONValueDecoder(try value(key), in: (parent, key))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try value(key) { true } else { false }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try value(key).text ?? decoder(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try value(key).double ?? decoder(key).decode(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  /// Looks a member up once, where the defaults of the methods below would three times.
  private func present<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    guard let value = member(key) else { return nil }
    if case .null = value { return nil }
    return try JSONValueDecoder(value, in: (parent, key)).decode(type)
  }

  // A default for one type comes before a method for all types.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(type, key) }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(type, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try decoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
  func superDecoder() throws -> any Decoder { try decoder(JSON.PathKey.super) }
}

/// The elements of a list that is decoded.
private struct JSONElements: UnkeyedDecodingContainer {
  let elements: [JSON]
  let parent: JSONValueDecoder
  var currentIndex = 0

  var codingPath: [any CodingKey] { parent.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// Decodes the next element and moves on, unless that fails.
  private mutating func next<Value>(_ decode: (JSONValueDecoder) throws -> Value) throws -> Value {
    let key = JSON.PathKey.position(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self,
        .init(codingPath: codingPath + [key], debugDescription: "the list has no more elements"))
    }
    let value = try decode(JSONValueDecoder(elements[currentIndex], in: (parent, key)))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    let isNil = try next { $0.decodeNil() }
    if !isNil { currentIndex -= 1 }
    return isNil
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { try next { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
