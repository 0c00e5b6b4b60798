#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension JSONWriter {
  mutating func write(_ index: Int, of draft: JSONDraft.Content) {
    let node = draft.nodes[index]
    switch node.kind {
    case .scalar: output.append(UnsafeBufferPointer(rebasing: draft.texts.bytes[node.text.range]))
    case .array:
      output.append(UInt8(ascii: "["))
      var element = Int(node.first)
      for place in 0..<Int(node.count) {
        begin(place)
        write(element, of: draft)
        element = Int(draft.nodes[element].next)
      }
      end(UInt8(ascii: "]"), isEmpty: node.count == 0)
    case .nothing, .object: writeMembers(of: node, draft)
    }
  }

  private mutating func writeMembers(
    of node: JSONDraft.Node, _ draft: JSONDraft.Content
  ) {
    output.append(UInt8(ascii: "{"))
    withUnsafeTemporaryAllocation(of: Member.self, capacity: Int(node.count)) { members in
      var index = Int(node.first)
      for place in 0..<Int(node.count) {
        let name = UnsafeBufferPointer(rebasing: draft.texts.bytes[draft.nodes[index].name.range])
        members.initializeElement(at: place, to: Member(name: name, index: index))
        index = Int(draft.nodes[index].next)
      }
      let kept = arrange(members)
      for place in 0..<kept {
        begin(place)
        output.appendQuoted(members[place].name)
        endName()
        write(members[place].index, of: draft)
      }
      end(UInt8(ascii: "}"), isEmpty: kept == 0)
    }
  }

  /// Orders members as the options say, the last of several of one name in the place of all.
  ///
  /// - Returns: How many there are.
  private func arrange(_ members: UnsafeMutableBufferPointer<Member>) -> Int {
    var members = members
    members.sort(by: Member.precedes)
    var kept = 0
    for place in members.indices {
      let isLast =
        place + 1 == members.count || !members[place].hasSameName(as: members[place + 1])
      guard isLast else { continue }
      if kept < place { members[kept] = members[place] }
      kept += 1
    }
    if !options.contains(.sortedKeys) {
      var rest = UnsafeMutableBufferPointer(rebasing: members[..<kept])
      rest.sort { $0.index < $1.index }
    }
    return kept
  }

  private struct Member {
    let name: UnsafeBufferPointer<UInt8>
    let index: Int
    /// The first eight code units, which order most names.
    let leading: UInt64

    init(name: UnsafeBufferPointer<UInt8>, index: Int) {
      self.name = name
      self.index = index
      leading = name.leadingCodeUnits
    }

    static func precedes(_ left: Member, _ right: Member) -> Bool {
      if left.leading != right.leading { return left.leading < right.leading }
      let shared = min(left.name.count, right.name.count)
      if shared > 8, let own = left.name.baseAddress, let other = right.name.baseAddress {
        let order = memcmp(own, other, shared)
        if order != 0 { return order < 0 }
      }
      return left.name.count == right.name.count
        ? left.index < right.index : left.name.count < right.name.count
    }

    func hasSameName(as other: Member) -> Bool {
      leading == other.leading && name.elementsEqual(other.name)
    }
  }
}
