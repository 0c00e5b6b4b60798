import FoundationEssentials

/// Encodes one value as JSON.
final class JSONValueEncoder: Encoder {
  private enum Content { case empty, value, elements, members }

  private unowned let parent: JSONValueEncoder?
  private let key: (any CodingKey)?
  private var content = Content.empty
  private var value = JSON.null
  fileprivate var elements: [JSON] = []
  private var members = JSON.Object()
  /// The containers of this value that may be written until the end.
  private var nested: [(key: JSON.PathKey, encoder: JSONValueEncoder)] = []

  init() { (parent, key) = (nil, nil) }

  private init(_ parent: JSONValueEncoder, _ key: any CodingKey) {
    (self.parent, self.key) = (parent, key)
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var codingPath: [any CodingKey] {
    guard let parent, let key else { return [] }
    return parent.codingPath + [key]
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    if content == .empty { content = .members }
    return KeyedEncodingContainer(JSONMemberEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if content == .empty { content = .elements }
    return JSONElementEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The finished value; one that has encoded nothing is an empty object.
  private var json: JSON {
    for (key, encoder) in nested {
      switch key {
      case .name(let name): members[name] = encoder.json
      case .position(let position): elements[position] = encoder.json
      }
    }
    return switch content {
    case .value: value
    case .elements: .array(elements)
    case .empty, .members: .object(members)
    }
  }

  /// Returns the JSON form of a value, this one or the part with a key.
  func json<Value: Encodable>(of value: Value, at key: (any CodingKey)? = nil) throws -> JSON {
    // Each bit cast is between two names of one type.
    let type = Value.self
    if type == String.self { return .string(unsafeBitCast(value, to: String.self)) }
    if type == Double.self { return try json(of: unsafeBitCast(value, to: Double.self), at: key) }
    if type == Int.self { return .number(JSON.Number(unsafeBitCast(value, to: Int.self))) }
    if type == Bool.self { return .boolean(unsafeBitCast(value, to: Bool.self)) }
    if type == Date.self { return try json(of: unsafeBitCast(value, to: Date.self), at: key) }
    if type == Data.self {
      return .string(unsafeBitCast(value, to: Data.self).base64EncodedString())
    }
    if type == JSON.self { return unsafeBitCast(value, to: JSON.self) }
    let encoder = key.map { JSONValueEncoder(self, $0) } ?? self
    try value.encode(to: encoder)
    return encoder.json
  }

  private func json(of date: Date, at key: (any CodingKey)?) throws -> JSON {
    guard let text = ISO8601.text(of: date) else {
      // Foundation traps when it describes a date that is far away.
      throw invalid(date.timeIntervalSince1970, "the year is out of range", at: key)
    }
    return .string(text)
  }

  fileprivate func json(of number: Double, at key: (any CodingKey)? = nil) throws -> JSON {
    guard number.isFinite else { throw invalid(number, "JSON cannot hold \(number)", at: key) }
    return .number(number)
  }

  private func invalid(_ value: Any, _ text: String, at key: (any CodingKey)?) -> EncodingError {
    let path = key.map { codingPath + [$0] } ?? codingPath
    return .invalidValue(value, .init(codingPath: path, debugDescription: text))
  }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  func set(_ value: JSON) {
    content = .value
    self.value = value
  }

  func encodeNil() { set(.null) }
  func encode(_ value: Bool) { set(.boolean(value)) }
  func encode(_ value: String) { set(.string(value)) }
  func encode(_ value: Double) throws { set(try json(of: value)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: some FixedWidthInteger & Encodable) { set(.number(JSON.Number(value))) }
  func encode(_ value: some Encodable) throws { set(try json(of: value)) }
}

extension JSONValueEncoder {
  /// Adds a member; a repeated one takes the last place.
  fileprivate func set(_ value: JSON, for name: String) {
    guard members.updateValue(value, for: name) else { return }
    members[name] = nil
    members[name] = value
  }

  /// Adds an element that is written later.
  fileprivate func nestedElement() -> JSONValueEncoder {
    elements.append(.null)
    return nestedEncoder(.position(elements.count - 1))
  }

  /// Adds a member that is written later.
  fileprivate func nestedMember(_ name: String) -> JSONValueEncoder {
    set(.null, for: name)
    return nestedEncoder(.name(name))
  }

  private func nestedEncoder(_ key: JSON.PathKey) -> JSONValueEncoder {
    let encoder = JSONValueEncoder(self, key)
    nested.append((key, encoder))
    return encoder
  }
}

/// Encodes the elements of a list.
private struct JSONElementEncoder: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elements.count }

  func encodeNil() { encoder.elements.append(.null) }
  func encode(_ value: some Encodable) throws {
    encoder.elements.append(try encoder.json(of: value, at: JSON.PathKey.position(count)))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { encoder.nestedElement().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nestedElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nestedElement() }
}

/// Encodes the members of an object.
private struct JSONMemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.set(.null, for: key.stringValue) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    encoder.set(try encoder.json(of: value, at: key), for: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.nestedMember(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nestedMember(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nestedMember(JSON.PathKey.super.stringValue) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.nestedMember(key.stringValue) }
}
