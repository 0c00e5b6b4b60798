import FoundationEssentials

/// Makes the JSON form of one encodable value.
final class JSONValueEncoder: Encoder {
  private let parent: JSONValueEncoder?
  private let key: (any CodingKey)?

  var single: JSON?
  fileprivate var object: JSON.Object?
  fileprivate var elements: [JSON]?
  /// What is written through nested containers, which may go on until this value is taken.
  fileprivate var nested: [(place: Place, encoder: JSONValueEncoder)] = []

  fileprivate enum Place {
    case member(String)
    case element(Int)
  }

  init(parent: JSONValueEncoder?, key: (any CodingKey)?) {
    self.parent = parent
    self.key = key
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] {
    (parent?.codingPath ?? []) + (key.map { [$0] } ?? [])
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    if object == nil { object = JSON.Object() }
    return KeyedEncodingContainer(KeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if elements == nil { elements = [] }
    return UnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(encoder: self)
  }

  /// Returns the JSON form of a value that stands where this encoder is.
  func encode<Value: Encodable>(_ value: Value) throws -> JSON {
    // Each bit cast is between two names of one type.
    let type = Value.self
    if type == String.self { return .string(unsafeBitCast(value, to: String.self)) }
    if type == Date.self { return try date(unsafeBitCast(value, to: Date.self)) }
    if type == Data.self {
      return .string(unsafeBitCast(value, to: Data.self).base64EncodedString())
    }
    if type == JSON.self { return unsafeBitCast(value, to: JSON.self) }
    try value.encode(to: self)
    return result
  }

  /// Returns the JSON form of a part of this encoder's value.
  fileprivate func encode<Value: Encodable>(_ value: Value, at key: some CodingKey) throws -> JSON {
    try JSONValueEncoder(parent: self, key: key).encode(value)
  }

  private func date(_ date: Date) throws -> JSON {
    guard let text = ISO8601.text(of: date) else {
      // Foundation traps when it describes a date that is far away.
      throw EncodingError.invalidValue(
        date.timeIntervalSince1970,
        .init(codingPath: codingPath, debugDescription: "the year is out of range"))
    }
    return .string(text)
  }

  fileprivate func number(_ value: Double) throws -> JSON {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "JSON cannot hold \(value)"))
    }
    return .number(value)
  }

  /// What was encoded; nothing is an empty object.
  private var result: JSON {
    for (place, encoder) in nested {
      switch place {
      case .member(let name): object?.updateValue(encoder.result, for: name)
      case .element(let index): elements?[index] = encoder.result
      }
    }
    if let single { return single }
    if let elements { return .array(elements) }
    return .object(object ?? JSON.Object())
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func set(_ value: JSON, _ key: some CodingKey) {
    encoder.object?.updateValue(value, for: key.stringValue)
  }

  func encodeNil(forKey key: Key) { set(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { set(.boolean(value), key) }
  func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { set(try encoder.number(value), key) }
  func encode(_ value: Float, forKey key: Key) throws {
    set(try encoder.number(Double(value)), key)
  }
  func encode(_ value: Int, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: Int8, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: Int16, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: Int32, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: Int64, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: UInt, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: UInt8, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: UInt16, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: UInt32, forKey key: Key) { set(.number(JSON.Number(value)), key) }
  func encode(_ value: UInt64, forKey key: Key) { set(.number(JSON.Number(value)), key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    set(try encoder.encode(value, at: key), key)
  }

  private func nest(_ key: some CodingKey) -> JSONValueEncoder {
    let nested = JSONValueEncoder(parent: encoder, key: key)
    set(.null, key)
    encoder.nested.append((.member(key.stringValue), nested))
    return nested
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { nest(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nest(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nest(SuperKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { nest(key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elements?.count ?? 0 }

  private func append(_ value: JSON) { encoder.elements?.append(value) }

  func encodeNil() { append(.null) }
  func encode(_ value: Bool) { append(.boolean(value)) }
  func encode(_ value: String) { append(.string(value)) }
  func encode(_ value: Double) throws { append(try encoder.number(value)) }
  func encode(_ value: Float) throws { append(try encoder.number(Double(value))) }
  func encode(_ value: Int) { append(.number(JSON.Number(value))) }
  func encode(_ value: Int8) { append(.number(JSON.Number(value))) }
  func encode(_ value: Int16) { append(.number(JSON.Number(value))) }
  func encode(_ value: Int32) { append(.number(JSON.Number(value))) }
  func encode(_ value: Int64) { append(.number(JSON.Number(value))) }
  func encode(_ value: UInt) { append(.number(JSON.Number(value))) }
  func encode(_ value: UInt8) { append(.number(JSON.Number(value))) }
  func encode(_ value: UInt16) { append(.number(JSON.Number(value))) }
  func encode(_ value: UInt32) { append(.number(JSON.Number(value))) }
  func encode(_ value: UInt64) { append(.number(JSON.Number(value))) }

  func encode<Value: Encodable>(_ value: Value) throws {
    append(try encoder.encode(value, at: ElementKey(count)))
  }

  private func nest() -> JSONValueEncoder {
    let nested = JSONValueEncoder(parent: encoder, key: ElementKey(count))
    encoder.nested.append((.element(count), nested))
    append(.null)
    return nested
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { nest().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nest().unkeyedContainer() }
  func superEncoder() -> any Encoder { nest() }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let encoder: JSONValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.single = .null }
  func encode(_ value: Bool) { encoder.single = .boolean(value) }
  func encode(_ value: String) { encoder.single = .string(value) }
  func encode(_ value: Double) throws { encoder.single = try encoder.number(value) }
  func encode(_ value: Float) throws { encoder.single = try encoder.number(Double(value)) }
  func encode(_ value: Int) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: Int8) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: Int16) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: Int32) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: Int64) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: UInt) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: UInt8) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: UInt16) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: UInt32) { encoder.single = .number(JSON.Number(value)) }
  func encode(_ value: UInt64) { encoder.single = .number(JSON.Number(value)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.single = try encoder.encode(value)
  }
}
