import FoundationEssentials

/// Reads one decodable value from its JSON form.
final class JSONValueDecoder: Decoder {
  let value: JSON
  private let parent: JSONValueDecoder?
  private let key: (any CodingKey)?

  init(_ value: JSON, parent: JSONValueDecoder?, key: (any CodingKey)?) {
    self.value = value
    self.parent = parent
    self.key = key
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] {
    (parent?.codingPath ?? []) + (key.map { [$0] } ?? [])
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch([String: Any].self, value, nil) }
    return KeyedDecodingContainer(KeyedContainer(decoder: self, object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self, value, nil) }
    return UnkeyedContainer(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleContainer(decoder: self)
  }

  /// Reads a value that stands where this decoder is.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Each bit cast is between two names of one type.
    if type == String.self { return unsafeBitCast(try string(value, nil), to: type) }
    if type == Date.self { return unsafeBitCast(try date(value, nil), to: type) }
    if type == Data.self { return unsafeBitCast(try data(value, nil), to: type) }
    if type == JSON.self { return unsafeBitCast(value, to: type) }
    return try Value(from: self)
  }

  /// Reads a part of this decoder's value.
  fileprivate func decode<Value: Decodable>(
    _ type: Value.Type, _ part: JSON, _ key: some CodingKey
  ) throws -> Value {
    try JSONValueDecoder(part, parent: self, key: key).decode(type)
  }

  private func date(_ part: JSON, _ key: (any CodingKey)?) throws -> Date {
    guard let date = ISO8601.date(from: try string(part, key)) else {
      throw corrupted("no time in ISO 8601", key)
    }
    return date
  }

  private func data(_ part: JSON, _ key: (any CodingKey)?) throws -> Data {
    guard let data = Data(base64Encoded: try string(part, key)) else {
      throw corrupted("no base64", key)
    }
    return data
  }

  fileprivate func boolean(
    _ part: JSON, _ key: @autoclosure () -> (any CodingKey)?
  ) throws -> Bool {
    guard case .boolean(let value) = part else { throw mismatch(Bool.self, part, key()) }
    return value
  }

  fileprivate func string(
    _ part: JSON, _ key: @autoclosure () -> (any CodingKey)?
  ) throws -> String {
    guard case .string(let value) = part else { throw mismatch(String.self, part, key()) }
    return value
  }

  fileprivate func double(
    _ part: JSON, _ key: @autoclosure () -> (any CodingKey)?
  ) throws -> Double {
    guard case .number(let value) = part else { throw mismatch(Double.self, part, key()) }
    return value.double
  }

  fileprivate func float(
    _ part: JSON, _ key: @autoclosure () -> (any CodingKey)?
  ) throws -> Float {
    let value = Float(try double(part, key()))
    guard value.isFinite else { throw corrupted("the number does not fit", key()) }
    return value
  }

  fileprivate func integer<Value: FixedWidthInteger>(
    _ part: JSON, _ key: @autoclosure () -> (any CodingKey)?
  ) throws -> Value {
    guard case .number(let number) = part else { throw mismatch(Value.self, part, key()) }
    guard let value = number.integer(Value.self) else {
      throw corrupted("the number does not fit \(Value.self)", key())
    }
    return value
  }

  fileprivate func context(_ text: String, _ key: (any CodingKey)?) -> DecodingError.Context {
    .init(codingPath: codingPath + (key.map { [$0] } ?? []), debugDescription: text)
  }

  private func corrupted(_ text: String, _ key: (any CodingKey)?) -> DecodingError {
    .dataCorrupted(context(text, key))
  }

  private func mismatch(_ type: Any.Type, _ part: JSON, _ key: (any CodingKey)?) -> DecodingError {
    if case .null = part { return .valueNotFound(type, context("the value is null", key)) }
    return .typeMismatch(type, context("the value has another type", key))
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONValueDecoder
  let object: JSON.Object
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { object.position(of: key.stringValue) != nil }

  private func member(_ key: Key) throws -> JSON {
    guard let position = object.position(of: key.stringValue) else {
      throw DecodingError.keyNotFound(key, decoder.context("the key is missing", nil))
    }
    return object.members[position].value
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try member(key) { return true }
    return false
  }

  func decode(_: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.boolean(member(key), key)
  }
  func decode(_: String.Type, forKey key: Key) throws -> String {
    try decoder.string(member(key), key)
  }
  func decode(_: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(member(key), key)
  }
  func decode(_: Float.Type, forKey key: Key) throws -> Float {
    try decoder.float(member(key), key)
  }
  func decode(_: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }

  private func integer<Value: FixedWidthInteger>(_ key: Key) throws -> Value {
    try decoder.integer(member(key), key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type, member(key), key)
  }

  private func nested(_ key: Key) throws -> JSONValueDecoder {
    JSONValueDecoder(try member(key), parent: decoder, key: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try nested(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

  func superDecoder() throws -> any Decoder {
    JSONValueDecoder(
      object[SuperKey.super.stringValue] ?? .null, parent: decoder, key: SuperKey.super)
  }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: JSONValueDecoder
  let elements: [JSON]
  private(set) var currentIndex = 0

  init(decoder: JSONValueDecoder, elements: [JSON]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }
  private var key: ElementKey { ElementKey(currentIndex) }

  /// Returns the next element, which the caller has read only when it moves on.
  private func element(_ type: Any.Type) throws -> JSON {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(type, decoder.context("the list has no more elements", key))
    }
    return elements[currentIndex]
  }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try element(Never.self) else { return false }
    currentIndex += 1
    return true
  }

  private mutating func next<Value>(_ read: (JSON) throws -> Value) throws -> Value {
    let value = try read(element(Value.self))
    currentIndex += 1
    return value
  }

  private mutating func integer<Value: FixedWidthInteger>() throws -> Value {
    let key = key
    return try next { [decoder] in try decoder.integer($0, key) }
  }

  mutating func decode(_: Bool.Type) throws -> Bool {
    let key = key
    return try next { [decoder] in try decoder.boolean($0, key) }
  }
  mutating func decode(_: String.Type) throws -> String {
    let key = key
    return try next { [decoder] in try decoder.string($0, key) }
  }
  mutating func decode(_: Double.Type) throws -> Double {
    let key = key
    return try next { [decoder] in try decoder.double($0, key) }
  }
  mutating func decode(_: Float.Type) throws -> Float {
    let key = key
    return try next { [decoder] in try decoder.float($0, key) }
  }
  mutating func decode(_: Int.Type) throws -> Int { try integer() }
  mutating func decode(_: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_: UInt64.Type) throws -> UInt64 { try integer() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let key = key
    return try next { [decoder] in try decoder.decode(type, $0, key) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try (superDecoder() as any Decoder).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let key = key
    return try next { [decoder] in JSONValueDecoder($0, parent: decoder, key: key) }
  }
}

private struct SingleContainer: SingleValueDecodingContainer {
  let decoder: JSONValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if case .null = decoder.value { return true }
    return false
  }

  func decode(_: Bool.Type) throws -> Bool { try decoder.boolean(decoder.value, nil) }
  func decode(_: String.Type) throws -> String { try decoder.string(decoder.value, nil) }
  func decode(_: Double.Type) throws -> Double { try decoder.double(decoder.value, nil) }
  func decode(_: Float.Type) throws -> Float { try decoder.float(decoder.value, nil) }
  func decode(_: Int.Type) throws -> Int { try decoder.integer(decoder.value, nil) }
  func decode(_: Int8.Type) throws -> Int8 { try decoder.integer(decoder.value, nil) }
  func decode(_: Int16.Type) throws -> Int16 { try decoder.integer(decoder.value, nil) }
  func decode(_: Int32.Type) throws -> Int32 { try decoder.integer(decoder.value, nil) }
  func decode(_: Int64.Type) throws -> Int64 { try decoder.integer(decoder.value, nil) }
  func decode(_: UInt.Type) throws -> UInt { try decoder.integer(decoder.value, nil) }
  func decode(_: UInt8.Type) throws -> UInt8 { try decoder.integer(decoder.value, nil) }
  func decode(_: UInt16.Type) throws -> UInt16 { try decoder.integer(decoder.value, nil) }
  func decode(_: UInt32.Type) throws -> UInt32 { try decoder.integer(decoder.value, nil) }
  func decode(_: UInt64.Type) throws -> UInt64 { try decoder.integer(decoder.value, nil) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
