/// Reads one value of a document; small enough to need no memory of its own.
struct JSONDocumentDecoder: Decoder {
  let document: JSONDocument
  let index: Int

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var codingPath: [any CodingKey] { document.path(to: index) }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard document.kind(at: index) == .object else {
      throw document.mismatch([String: Any].self, at: index)
    }
    return KeyedDecodingContainer(JSONMembers(document: document, index: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard document.kind(at: index) == .array else {
      throw document.mismatch([Any].self, at: index)
    }
    return JSONElements(document: document, index: index)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONDocumentDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.kind(at: index) == .null }
  func decode(_: Bool.Type) throws -> Bool { try document.boolean(at: index) }
  func decode(_: String.Type) throws -> String { try document.text(at: index) }
  func decode(_: Double.Type) throws -> Double { try document.double(at: index) }
  func decode(_: Float.Type) throws -> Float { try document.float(at: index) }
  func decode<Value: FixedWidthInteger & Decodable>(_: Value.Type) throws -> Value {
    try document.integer(at: index)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try document.decode(type, at: index)
  }
}
