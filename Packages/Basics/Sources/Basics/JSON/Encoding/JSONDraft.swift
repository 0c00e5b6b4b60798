import FoundationEssentials

/// Values while they are encoded: in the order in which they come, and linked to their places.
///
/// Containers may be written by turns, and the order of members is only known at the end.
final class JSONDraft {
  /// One value; small, as there are many, which limits a document to 4 GiB.
  struct Node {
    enum Kind {
      case nothing, scalar, array, object
    }

    /// A part of the texts.
    struct Part {
      var start: UInt32 = 0
      var count: UInt32 = 0

      var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    var kind = Kind.nothing
    let parent: UInt32
    /// The next value in the same container; 0, which is the whole, after the last.
    var next: UInt32 = 0
    /// A member's name.
    var name = Part()
    /// A scalar's JSON.
    var text = Part()
    /// The first and the last value of a container, and how many there are.
    var first: UInt32 = 0
    var last: UInt32 = 0
    var count: UInt32 = 0
  }

  /// What changes while values are encoded; behind a pointer, which is not checked on each use.
  struct Content {
    var nodes: UnsafeMutableBufferPointer<Node>
    var count = 0
    /// The names, and the scalars as JSON.
    var texts = ByteBuffer()
  }

  let content: UnsafeMutablePointer<Content>
  /// Whether the document has no blanks, and its members in the order of their names.
  private let isPlain: Bool

  init(_ options: JSON.WritingOptions) {
    isPlain = options == .sortedKeys
    content = .allocate(capacity: 1)
    content.initialize(to: Content(nodes: .allocate(capacity: 64)))
    content.pointee.append(Node(parent: 0))
  }

  deinit {
    content.pointee.nodes.deallocate()
    content.pointee.texts.deallocate()
    content.deallocate()
  }

  /// Encodes a value at a place.
  func encode<Value: Encodable>(_ value: Value, at index: Int) throws {
    // Each bit cast is between two names of one type.
    let type = Value.self
    if type == String.self { return set(unsafeBitCast(value, to: String.self), at: index) }
    if type == Date.self { return try set(unsafeBitCast(value, to: Date.self), at: index) }
    if type == Data.self {
      return set(unsafeBitCast(value, to: Data.self).base64EncodedString(), at: index)
    }
    if type == JSON.self { return set(unsafeBitCast(value, to: JSON.self), at: index) }
    try value.encode(to: JSONDraftEncoder(draft: self, index: index))
  }

  func set(_ text: String, at index: Int) {
    content.pointee.setScalar(at: index) { $0.appendQuoted(text) }
  }

  func set(_ value: Bool, at index: Int) {
    content.pointee.setScalar(at: index) { $0.append(value ? "true" : "false") }
  }

  func setNull(at index: Int) {
    content.pointee.setScalar(at: index) { $0.append("null") }
  }

  func set(_ value: some BinaryInteger, at index: Int) {
    content.pointee.setScalar(at: index) { $0.append(JSON.Number(value)) }
  }

  func set(_ value: Double, at index: Int) throws {
    guard value.isFinite else { throw invalid(value, "JSON cannot hold \(value)", at: index) }
    content.pointee.setScalar(at: index) { $0.append(JSON.Number.real(value)) }
  }

  private func set(_ date: Date, at index: Int) throws {
    guard let text = ISO8601.text(of: date) else {
      // Foundation traps when it describes a date that is far away.
      throw invalid(date.timeIntervalSince1970, "the year is out of range", at: index)
    }
    content.pointee.setScalar(at: index) { $0.appendQuoted(text) }
  }

  func set(_ value: JSON, at index: Int) {
    switch value {
    case .null: setNull(at: index)
    case .boolean(let value): set(value, at: index)
    case .number(let number): content.pointee.setScalar(at: index) { $0.append(number) }
    case .string(let text): set(text, at: index)
    case .array(let elements):
      begin(.array, at: index)
      for element in elements { set(element, at: add(to: index)) }
    case .object(let object):
      begin(.object, at: index)
      for member in object.members { set(member.value, at: add(member.name, to: index)) }
    }
  }

  /// Sets a value that writes itself; returns whether it could, as its members are in order.
  func set(_ value: some JSONObjectCodable, at index: Int) -> Bool {
    guard isPlain, content.pointee.nodes[index].kind == .nothing else { return false }
    var isWritten = false
    content.pointee.setScalar(at: index) { isWritten = JSONObjectEncoder.write(value, to: &$0) }
    // What was written of it stays unused.
    if !isWritten { content.pointee.nodes[index].kind = .nothing }
    return isWritten
  }

  /// Makes a value a container, unless it is one.
  func begin(_ kind: Node.Kind, at index: Int) {
    if content.pointee.nodes[index].kind == .nothing { content.pointee.nodes[index].kind = kind }
  }

  /// Adds a value to a container, with a name in an object; returns its index.
  func add(_ name: String? = nil, to parent: Int) -> Int {
    content.pointee.add(name, to: parent)
  }

  private func invalid(_ value: Any, _ text: String, at index: Int) -> EncodingError {
    .invalidValue(value, .init(codingPath: path(to: index), debugDescription: text))
  }

  /// The names and positions that lead to a value; only errors need them, so they are looked for.
  func path(to index: Int) -> [any CodingKey] {
    guard index > 0 else { return [] }
    let node = content.pointee.nodes[index]
    let parent = content.pointee.nodes[Int(node.parent)]
    if parent.kind == .object {
      let name = String(decoding: content.pointee.texts.bytes[node.name.range], as: UTF8.self)
      return path(to: Int(node.parent)) + [PathKey(name)]
    }
    var (sibling, position) = (Int(parent.first), 0)
    while sibling != index {
      sibling = Int(content.pointee.nodes[sibling].next)
      position += 1
    }
    return path(to: Int(node.parent)) + [PathKey(position)]
  }
}

extension JSONDraft.Content {
  mutating func append(_ node: JSONDraft.Node) {
    if count == nodes.count {
      let larger = UnsafeMutableBufferPointer<JSONDraft.Node>.allocate(capacity: count * 2)
      _ = larger.moveInitialize(fromContentsOf: nodes)
      nodes.deallocate()
      nodes = larger
    }
    nodes.initializeElement(at: count, to: node)
    count += 1
  }

  fileprivate mutating func add(_ name: String?, to parent: Int) -> Int {
    let index = UInt32(count)
    var node = JSONDraft.Node(parent: UInt32(parent))
    if let name { node.name = write { $0.append(name) } }
    append(node)
    if nodes[parent].count > 0 {
      nodes[Int(nodes[parent].last)].next = index
    } else {
      nodes[parent].first = index
    }
    nodes[parent].last = index
    nodes[parent].count += 1
    return Int(index)
  }

  @inline(__always)
  fileprivate mutating func setScalar(at index: Int, _ append: (inout ByteBuffer) -> Void) {
    nodes[index].kind = .scalar
    nodes[index].text = write(append)
  }

  @inline(__always)
  private mutating func write(_ append: (inout ByteBuffer) -> Void) -> JSONDraft.Node.Part {
    let start = texts.count
    append(&texts)
    return JSONDraft.Node.Part(start: UInt32(start), count: UInt32(texts.count - start))
  }
}
