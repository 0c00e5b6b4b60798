/// The members of an object of a document.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: JSONDocument
  let index: Int

  var codingPath: [any CodingKey] { document.path(to: index) }

  var allKeys: [Key] {
    document.memberNames(at: index).compactMap { place, name in
      // Of equal names the last one counts.
      document.place(of: name, at: index) == place + 1 ? Key(stringValue: name) : nil
    }
  }

  private func place(_ key: Key) throws -> Int {
    guard let place = document.place(of: key.stringValue, at: index) else {
      throw document.missing(key, at: index)
    }
    return place
  }

  func contains(_ key: Key) -> Bool {
    document.place(of: key.stringValue, at: index) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { document.kind(at: try place(key)) == .null }

  func decode(_: Bool.Type, forKey key: Key) throws -> Bool {
    try document.boolean(at: place(key))
  }
  func decode(_: String.Type, forKey key: Key) throws -> String {
    try document.text(at: place(key))
  }
  func decode(_: Double.Type, forKey key: Key) throws -> Double {
    try document.double(at: place(key))
  }
  func decode(_: Float.Type, forKey key: Key) throws -> Float { try document.float(at: place(key)) }
  func decode<Value: FixedWidthInteger & Decodable>(
    _: Value.Type, forKey key: Key
  ) throws -> Value {
    try document.integer(at: place(key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try document.decode(type, at: place(key))
  }

  // These look a member up once instead of three times.
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(key) { try document.text(at: $0) }
  }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(key) { try document.double(at: $0) }
  }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? {
    try ifPresent(key) { try document.integer(at: $0) }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try ifPresent(key) { try document.decode(type, at: $0) }
  }

  private func ifPresent<Value>(_ key: Key, _ read: (Int) throws -> Value) throws -> Value? {
    guard let place = document.place(of: key.stringValue, at: index),
      document.kind(at: place) != .null
    else {
      return nil
    }
    return try read(place)
  }

  private func nested(_ key: Key) throws -> JSONDocumentDecoder {
    JSONDocumentDecoder(document: document, index: try place(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try nested(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

  func superDecoder() throws -> any Decoder {
    guard let place = document.place(of: SuperKey.super.stringValue, at: index) else {
      throw document.missing(SuperKey.super, at: index)
    }
    return JSONDocumentDecoder(document: document, index: place)
  }
}
