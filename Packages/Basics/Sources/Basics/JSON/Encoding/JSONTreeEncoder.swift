/// Encodes one value of a tree; small enough to need no memory of its own.
struct JSONTreeEncoder: Encoder {
  let tree: JSONTree
  let node: JSONTree.Node

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var codingPath: [any CodingKey] { node.path }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginMembers()
    return KeyedEncodingContainer(Members(tree: tree, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginElements()
    return Elements(tree: tree, node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONTreeEncoder: SingleValueEncodingContainer {
  func encodeNil() { node.content = .value(.null) }
  func encode(_ value: Bool) { node.content = .value(.boolean(value)) }
  func encode(_ value: String) { node.content = .value(.string(value)) }
  func encode(_ value: Double) throws { try tree.set(value, at: node) }
  func encode(_ value: Float) throws { try tree.set(Double(value), at: node) }
  func encode(_ value: some FixedWidthInteger & Encodable) {
    node.content = .value(.number(JSON.Number(value)))
  }
  func encode(_ value: some Encodable) throws { try tree.encode(value, at: node) }
}

extension JSONTreeEncoder {
  /// The elements of a list.
  private struct Elements: UnkeyedEncodingContainer {
    let tree: JSONTree
    let node: JSONTree.Node

    var codingPath: [any CodingKey] { node.path }
    var count: Int { node.count }

    private func add() -> JSONTreeEncoder { JSONTreeEncoder(tree: tree, node: node.add()) }

    func encodeNil() { add().encodeNil() }
    func encode(_ value: Bool) { add().encode(value) }
    func encode(_ value: String) { add().encode(value) }
    func encode(_ value: Double) throws { try add().encode(value) }
    func encode(_ value: Float) throws { try add().encode(value) }
    func encode(_ value: some FixedWidthInteger & Encodable) { add().encode(value) }
    func encode(_ value: some Encodable) throws { try add().encode(value) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { add().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { add().unkeyedContainer() }
    func superEncoder() -> any Encoder { add() }
  }

  /// The members of an object.
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let tree: JSONTree
    let node: JSONTree.Node

    var codingPath: [any CodingKey] { node.path }

    private func add(_ key: some CodingKey) -> JSONTreeEncoder {
      JSONTreeEncoder(tree: tree, node: node.add(key.stringValue))
    }

    func encodeNil(forKey key: Key) { add(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { add(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { add(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try add(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try add(key).encode(value) }
    func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
      add(key).encode(value)
    }
    func encode(_ value: some Encodable, forKey key: Key) throws { try add(key).encode(value) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { add(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      add(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { add(SuperKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { add(key) }
  }
}
