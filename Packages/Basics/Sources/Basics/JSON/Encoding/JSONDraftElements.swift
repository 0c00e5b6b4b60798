/// The elements of a list of a draft.
struct JSONDraftElements: UnkeyedEncodingContainer {
  let draft: JSONDraft
  let index: Int

  var codingPath: [any CodingKey] { draft.path(to: index) }
  var count: Int { Int(draft.content.pointee.nodes[index].count) }

  private func add() -> Int { draft.add(to: index) }

  func encodeNil() { draft.setNull(at: add()) }
  func encode(_ value: Bool) { draft.set(value, at: add()) }
  func encode(_ value: String) { draft.set(value, at: add()) }
  func encode(_ value: Double) throws { try draft.set(value, at: add()) }
  func encode(_ value: Float) throws { try draft.set(Double(value), at: add()) }
  func encode(_ value: some FixedWidthInteger & Encodable) { draft.set(value, at: add()) }
  func encode(_ value: some Encodable) throws { try draft.encode(value, at: add()) }

  private func nest() -> JSONDraftEncoder { JSONDraftEncoder(draft: draft, index: add()) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { nest().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nest().unkeyedContainer() }
  func superEncoder() -> any Encoder { nest() }
}
