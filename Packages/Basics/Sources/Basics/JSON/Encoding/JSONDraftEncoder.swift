/// Encodes one value of a draft; small enough to need no memory of its own.
struct JSONDraftEncoder: Encoder {
  let draft: JSONDraft
  let index: Int

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var codingPath: [any CodingKey] { draft.path(to: index) }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    draft.begin(.object, at: index)
    return KeyedEncodingContainer(JSONDraftMembers(draft: draft, index: index))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    draft.begin(.array, at: index)
    return JSONDraftElements(draft: draft, index: index)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONDraftEncoder: SingleValueEncodingContainer {
  func encodeNil() { draft.setNull(at: index) }
  func encode(_ value: Bool) { draft.set(value, at: index) }
  func encode(_ value: String) { draft.set(value, at: index) }
  func encode(_ value: Double) throws { try draft.set(value, at: index) }
  func encode(_ value: Float) throws { try draft.set(Double(value), at: index) }
  func encode(_ value: some FixedWidthInteger & Encodable) { draft.set(value, at: index) }
  func encode(_ value: some Encodable) throws { try draft.encode(value, at: index) }
}
