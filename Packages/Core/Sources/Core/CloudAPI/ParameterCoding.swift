import Basics

/// Turns a flat structure into texts by name, and back: the parameters of a path and a query.
public enum ParameterCoding {
  /// Returns the fields of a flat structure as texts; a `nil` field is left out.
  static func encode(_ parameters: some Encodable) throws -> [String: String] {
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

  /// Reads a flat structure from texts; unknown names are ignored. Throws a `DecodingError` that names
  /// the parameter when one is missing or has another type.
  public static func decode<Parameters: Decodable>(
    _ type: Parameters.Type, from values: [String: String]
  ) throws -> Parameters {
    try Parameters(from: ParameterDecoder(values: values))
  }
}

/// Decodes a flat structure, or the one scalar of a field's type such as an identifier or an enum.
private struct ParameterDecoder: Decoder, SingleValueDecodingContainer {
  let values: [String: String]
  /// The field whose scalar is decoded, and its text; `nil` for the structure.
  var field: (key: any CodingKey, text: String)?
  var codingPath: [any CodingKey] { field.map { [$0.key] } ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard field == nil else { throw Self.notFlat }
    return KeyedDecodingContainer(ParameterContainer(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.notFlat }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }

  func decode<Value: LosslessStringConvertible & Decodable>(_ type: Value.Type) throws -> Value {
    guard let field else { throw Self.notFlat }
    guard let value = Value(field.text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [field.key], debugDescription: "the parameter has another type"))
    }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

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

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let text = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: [key], debugDescription: "the parameter is missing"))
    }
    return try ParameterDecoder(values: [:], field: (key, text)).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw ParameterDecoder.notFlat }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ParameterDecoder.notFlat
  }

  func superDecoder() throws -> any Decoder { throw ParameterDecoder.notFlat }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ParameterDecoder.notFlat }
}
