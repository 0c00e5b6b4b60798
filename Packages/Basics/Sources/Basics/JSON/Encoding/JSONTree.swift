import FoundationEssentials

/// Values while they are encoded: containers may be written by turns, and the order of members is
/// only known at the end.
final class JSONTree {
  final class Node {
    enum Content {
      case nothing
      case value(JSON)
      /// A part of the tree's texts, which is JSON already.
      case written(Range<Int>)
      case elements([Node])
      case members([Member])
    }

    struct Member {
      let name: String
      /// The first eight code units of the name, which order most names.
      let leading: UInt64
      let node: Node
    }

    var content = Content.nothing
    private unowned let parent: Node?

    fileprivate init(parent: Node?) {
      self.parent = parent
    }

    /// Makes the value a list, unless it is something already.
    func beginElements() {
      if case .nothing = content { content = .elements([]) }
    }

    /// Makes the value an object, unless it is something already.
    func beginMembers() {
      if case .nothing = content { content = .members([]) }
    }

    /// How many elements the value has.
    var count: Int {
      if case .elements(let elements) = content { elements.count } else { 0 }
    }

    /// Adds a value to a container, with a name in an object.
    func add(_ name: String? = nil) -> Node {
      let node = Node(parent: self)
      switch content {
      case .elements(var elements):
        content = .nothing
        elements.append(node)
        content = .elements(elements)
      case .members(var members):
        content = .nothing
        let name = name ?? ""
        members.append(Member(name: name, leading: name.leadingCodeUnits, node: node))
        content = .members(members)
      case .nothing, .value, .written: break
      }
      return node
    }

    /// The names and positions that lead to the value; only errors need them, so they are looked
    /// for.
    var path: [any CodingKey] {
      guard let parent else { return [] }
      switch parent.content {
      case .elements(let elements):
        return parent.path + [PathKey(elements.firstIndex { $0 === self } ?? elements.count)]
      case .members(let members):
        return parent.path + [PathKey(members.first { $0.node === self }?.name ?? "")]
      case .nothing, .value, .written: return parent.path
      }
    }
  }

  let root = Node(parent: nil)
  /// The JSON of values that write themselves.
  private(set) var texts = ByteBuffer()
  /// Whether the document has no blanks, and its members in the order of their names.
  private let isPlain: Bool

  init(_ options: JSON.WritingOptions) {
    isPlain = options == .sortedKeys
  }

  deinit { texts.deallocate() }

  /// Encodes a value at a place.
  func encode<Value: Encodable>(_ value: Value, at node: Node) throws {
    // Each bit cast is between two names of one type.
    let type = Value.self
    if type == String.self {
      node.content = .value(.string(unsafeBitCast(value, to: String.self)))
    } else if type == Date.self {
      try set(unsafeBitCast(value, to: Date.self), at: node)
    } else if type == Data.self {
      node.content = .value(.string(unsafeBitCast(value, to: Data.self).base64EncodedString()))
    } else if type == JSON.self {
      node.content = .value(unsafeBitCast(value, to: JSON.self))
    } else {
      try value.encode(to: JSONTreeEncoder(tree: self, node: node))
    }
  }

  func set(_ value: Double, at node: Node) throws {
    guard value.isFinite else { throw invalid(value, "JSON cannot hold \(value)", at: node) }
    node.content = .value(.number(value))
  }

  private func set(_ date: Date, at node: Node) throws {
    guard let text = ISO8601.text(of: date) else {
      // Foundation traps when it describes a date that is far away.
      throw invalid(date.timeIntervalSince1970, "the year is out of range", at: node)
    }
    let start = texts.count
    texts.appendQuoted(text)
    node.content = .written(start..<texts.count)
  }

  /// Sets a value that writes itself; returns whether it could, as its members are in order.
  func set(_ value: some JSONObjectCodable, at node: Node) -> Bool {
    guard isPlain, case .nothing = node.content else { return false }
    let start = texts.count
    // What was written of another one stays unused.
    guard JSONObjectEncoder.write(value, to: &texts) else { return false }
    node.content = .written(start..<texts.count)
    return true
  }

  private func invalid(_ value: Any, _ text: String, at node: Node) -> EncodingError {
    .invalidValue(value, .init(codingPath: node.path, debugDescription: text))
  }
}

extension JSONWriter {
  mutating func write(_ node: JSONTree.Node, of tree: JSONTree) {
    switch node.content {
    case .nothing: output.append("{}")
    case .value(let value): write(value)
    case .written(let range):
      output.append(UnsafeBufferPointer(rebasing: tree.texts.bytes[range]))
    case .elements(let elements):
      output.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        begin(place)
        write(element, of: tree)
      }
      end(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    case .members(let members):
      output.append(UInt8(ascii: "{"))
      for (place, index) in arranged(members).enumerated() {
        begin(place)
        output.appendQuoted(members[index].name)
        endName()
        write(members[index].node, of: tree)
      }
      end(UInt8(ascii: "}"), isEmpty: members.isEmpty)
    }
  }

  /// The indices of members as the options order them; of several of one name, that of the last.
  private func arranged(_ members: [JSONTree.Node.Member]) -> [Int] {
    let sorted = members.indices.sorted { left, right in
      let (own, other) = (members[left], members[right])
      if own.leading != other.leading { return own.leading < other.leading }
      if own.name.hasSameCodeUnits(as: other.name) { return left < right }
      return own.name.precedesByCodeUnits(other.name)
    }
    let kept = sorted.indices.filter { place in
      place + 1 == sorted.count
        || !members[sorted[place]].name.hasSameCodeUnits(as: members[sorted[place + 1]].name)
    }.map { sorted[$0] }
    return options.contains(.sortedKeys) ? kept : kept.sorted()
  }
}
