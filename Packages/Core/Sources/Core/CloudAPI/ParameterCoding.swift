import Basics

/// Turns a flat structure into texts by name, and back: the parameters of a path and a query.
public enum ParameterCoding {
  /// Returns the fields of a flat structure as texts; a `nil` field is left out.
  public static func encode(_ parameters: some Encodable) throws -> [String: String] {
    if parameters is Empty { return [:] }
    let members = try JSON(encoding: parameters).object?.members ?? []
    return try Dictionary(uniqueKeysWithValues: members.map { ($0.name, try text(of: $0.value)) })
  }

  private static func text(of value: JSON) throws -> String {
    switch value {
    case .string(let text): text
    case .boolean, .number: value.serialized()
    case .null, .array, .object:
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "parameters are flat"))
    }
  }

  /// Reads a flat structure from texts; unknown names are ignored.
  ///
  /// - Throws: `DecodingError` that names the parameter when one is missing or has another type.
  public static func decode<Parameters: Decodable>(
    _ type: Parameters.Type, from values: [String: String]
  ) throws -> Parameters {
    try Parameters(from: ParameterDecoder(values: values))
  }
}

private struct ParameterDecoder: Decoder {
  let values: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ParameterContainer(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ParameterDecoder.notFlat }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw ParameterDecoder.notFlat
  }

  static var notFlat: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "parameters are flat"))
  }
}

private struct ParameterContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [String: String]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { values.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try convert(key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try convert(key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try convert(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try convert(key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try convert(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try convert(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try convert(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try convert(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try convert(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try convert(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try convert(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try convert(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try convert(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try convert(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: ScalarDecoder(text: text(for: key), key: key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw ParameterDecoder.notFlat }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ParameterDecoder.notFlat
  }

  func superDecoder() throws -> any Decoder { throw ParameterDecoder.notFlat }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ParameterDecoder.notFlat }

  private func text(for key: Key) throws -> String {
    guard let text = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: [key], debugDescription: "the parameter is missing"))
    }
    return text
  }

  private func convert<Value: LosslessStringConvertible>(_ key: Key) throws -> Value {
    try parameter(text(for: key), key: key)
  }
}

/// Reads a parameter whose type wraps one scalar, such as an identifier or an enum.
private struct ScalarDecoder: Decoder, SingleValueDecodingContainer {
  let text: String
  let key: any CodingKey
  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw ParameterDecoder.notFlat
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ParameterDecoder.notFlat }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) throws -> Bool { try parameter(text, key: key) }
  func decode(_ type: String.Type) -> String { text }
  func decode(_ type: Double.Type) throws -> Double { try parameter(text, key: key) }
  func decode(_ type: Float.Type) throws -> Float { try parameter(text, key: key) }
  func decode(_ type: Int.Type) throws -> Int { try parameter(text, key: key) }
  func decode(_ type: Int8.Type) throws -> Int8 { try parameter(text, key: key) }
  func decode(_ type: Int16.Type) throws -> Int16 { try parameter(text, key: key) }
  func decode(_ type: Int32.Type) throws -> Int32 { try parameter(text, key: key) }
  func decode(_ type: Int64.Type) throws -> Int64 { try parameter(text, key: key) }
  func decode(_ type: UInt.Type) throws -> UInt { try parameter(text, key: key) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try parameter(text, key: key) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try parameter(text, key: key) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try parameter(text, key: key) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try parameter(text, key: key) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

private func parameter<Value: LosslessStringConvertible>(
  _ text: String, key: any CodingKey
) throws -> Value {
  guard let value = Value(text) else {
    throw DecodingError.dataCorrupted(
      .init(codingPath: [key], debugDescription: "the parameter has another type"))
  }
  return value
}
