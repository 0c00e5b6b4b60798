/// The members of an object of a draft.
struct JSONDraftMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let draft: JSONDraft
  let index: Int

  var codingPath: [any CodingKey] { draft.path(to: index) }

  private func add(_ key: some CodingKey) -> Int { draft.add(key.stringValue, to: index) }

  func encodeNil(forKey key: Key) { draft.setNull(at: add(key)) }
  func encode(_ value: Bool, forKey key: Key) { draft.set(value, at: add(key)) }
  func encode(_ value: String, forKey key: Key) { draft.set(value, at: add(key)) }
  func encode(_ value: Double, forKey key: Key) throws { try draft.set(value, at: add(key)) }
  func encode(_ value: Float, forKey key: Key) throws { try draft.set(Double(value), at: add(key)) }
  func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
    draft.set(value, at: add(key))
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try draft.encode(value, at: add(key))
  }

  private func nest(_ key: some CodingKey) -> JSONDraftEncoder {
    JSONDraftEncoder(draft: draft, index: add(key))
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
