extension JSON {
  /// The members of a JSON object, in the order in which they were written.
  ///
  /// Names are compared by code units. Looking up one member takes constant time on average.
  public struct Object: Sendable {
    /// One named value.
    public struct Member: Sendable {
      public let name: String
      public internal(set) var value: JSON
      /// Tells most different names apart, and orders most of them, by one comparison.
      let leadingCodeUnits: UInt64
    }

    /// Up to this many members are searched one by one, which is faster than hashing.
    private static let directSearchLimit = 24
    /// The members, in order.
    public private(set) var members: [Member] = []
    private var positions: [CodeUnits: Int]?

    public init() {}

    /// The names of the members, in order.
    public var names: [String] { members.map(\.name) }
    public var isEmpty: Bool { members.isEmpty }
    public var count: Int { members.count }

    /// The value of the member called `name`; setting `nil` removes the member.
    public subscript(name: String) -> JSON? {
      get { position(of: name).map { members[$0].value } }
      set {
        if let newValue { updateValue(newValue, for: name) } else { remove(name) }
      }
    }

    /// Returns the index in ``members`` of the member called `name`.
    public func position(of name: String) -> Int? {
      position(of: name, leading: name.leadingCodeUnits)
    }

    private func position(of name: String, leading: UInt64) -> Int? {
      if let positions { return positions[CodeUnits(name)] }
      let count = name.utf8.count
      for index in members.indices
      where members[index].leadingCodeUnits == leading && members[index].name.utf8.count == count
        && (count <= 8 || members[index].name.hasSameCodeUnits(as: name))
      {
        return index
      }
      return nil
    }

    /// Sets the value of a member; returns whether there was a member of this name.
    @discardableResult
    mutating func updateValue(_ value: JSON, for name: String) -> Bool {
      let leading = name.leadingCodeUnits
      if let position = position(of: name, leading: leading) {
        members[position].value = value
        return true
      }
      positions?[CodeUnits(name)] = members.count
      if members.isEmpty { members.reserveCapacity(6) }
      members.append(Member(name: name, value: value, leadingCodeUnits: leading))
      if positions == nil, members.count > Self.directSearchLimit { indexMembers() }
      return false
    }

    private mutating func remove(_ name: String) {
      guard let position = position(of: name) else { return }
      members.remove(at: position)
      if positions != nil { indexMembers() }
    }

    private mutating func indexMembers() {
      var positions = [CodeUnits: Int](minimumCapacity: members.count)
      for (position, member) in members.enumerated() {
        positions[CodeUnits(member.name)] = position
      }
      self.positions = positions
    }

    /// The members, ordered by the code units of their names.
    var sortedMembers: [Member] {
      func precedes(_ left: Member, _ right: Member) -> Bool {
        left.leadingCodeUnits == right.leadingCodeUnits
          ? left.name.precedesByCodeUnits(right.name)
          : left.leadingCodeUnits < right.leadingCodeUnits
      }
      let isSorted = zip(members, members.dropFirst()).allSatisfy(precedes)
      return isSorted ? members : members.sorted(by: precedes)
    }
  }
}

extension JSON.Object: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSON.Object, right: JSON.Object) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    for member in sortedMembers {
      hasher.combine(CodeUnits(member.name))
      hasher.combine(member.value)
    }
  }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  /// Creates an object; the last of several equal names wins.
  public init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }

  init(_ members: [(String, JSON)]) {
    self.members.reserveCapacity(members.count)
    for (name, value) in members { updateValue(value, for: name) }
  }
}
