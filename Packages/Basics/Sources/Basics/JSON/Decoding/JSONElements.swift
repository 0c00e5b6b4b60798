/// The elements of a list of a document.
struct JSONElements: UnkeyedDecodingContainer {
  // Three words together, so that the container needs no memory of its own.
  private let document: JSONDocument
  private let index: UInt32
  private var next: UInt32
  private(set) var currentIndex = 0

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = UInt32(index)
    next = UInt32(index + 1)
  }

  private var entry: JSONTape.Entry { document.view.entries[Int(index)] }
  var codingPath: [any CodingKey] { document.path(to: Int(index)) }
  var count: Int? { Int(entry.content) }
  var isAtEnd: Bool { Int(next) == entry.extent }

  /// Reads the next element and moves on, unless it is not what it has to be.
  private mutating func read<Value>(_ read: (Int) throws -> Value) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self,
        .init(
          codingPath: codingPath + [PathKey(currentIndex)],
          debugDescription: "the list has no more elements"))
    }
    let value = try read(Int(next))
    next = UInt32(document.view.end(of: Int(next)))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, document.kind(at: Int(next)) != .null else {
      return try read { [document] in document.kind(at: $0) == .null }
    }
    return false
  }

  mutating func decode(_: Bool.Type) throws -> Bool {
    try read { [document] in try document.boolean(at: $0) }
  }
  mutating func decode(_: String.Type) throws -> String {
    try read { [document] in try document.text(at: $0) }
  }
  mutating func decode(_: Double.Type) throws -> Double {
    try read { [document] in try document.double(at: $0) }
  }
  mutating func decode(_: Float.Type) throws -> Float {
    try read { [document] in try document.float(at: $0) }
  }
  mutating func decode<Value: FixedWidthInteger & Decodable>(_: Value.Type) throws -> Value {
    try read { [document] in try document.integer(at: $0) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read { [document] in try document.decode(type, at: $0) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    try read { [document] in JSONDocumentDecoder(document: document, index: $0) }
  }
}
