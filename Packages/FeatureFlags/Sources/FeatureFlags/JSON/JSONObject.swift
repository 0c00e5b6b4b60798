/// The members of a JSON object, in the order in which they were written.
///
/// Names are compared by code units. Looking up one member takes constant time on average.
public struct JSONObject: Sendable {
  /// One named value.
  public struct Member: Sendable {
    /// The member's name.
    public let name: String
    /// The member's value.
    public internal(set) var value: JSONValue
  }

  /// Up to this many members are searched one by one, which is faster than hashing.
  private static let directSearchLimit = 8

  /// The members, in order.
  public private(set) var members: [Member] = []
  private var positions: [CodeUnits: Int]?

  /// Creates an object without members.
  public init() {}

  /// The names of the members, in order.
  public var names: [String] { members.map(\.name) }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// How many members there are.
  public var count: Int { members.count }

  /// The value of the member called `name`; setting `nil` removes the member.
  public subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      if let newValue {
        set(newValue, for: name)
      } else {
        remove(name)
      }
    }
  }

  /// The index in ``members`` of the member called `name`.
  func position(of name: String) -> Int? {
    if let positions { return positions[CodeUnits(name)] }
    return members.indices.first { members[$0].name.hasSameCodeUnits(as: name) }
  }

  private mutating func set(_ value: JSONValue, for name: String) {
    if let position = position(of: name) {
      members[position].value = value
      return
    }
    positions?[CodeUnits(name)] = members.count
    members.append(Member(name: name, value: value))
    if positions == nil, members.count > Self.directSearchLimit { indexMembers() }
  }

  private mutating func remove(_ name: String) {
    guard let position = position(of: name) else { return }
    members.remove(at: position)
    if positions != nil { indexMembers() }
  }

  private mutating func indexMembers() {
    var positions = [CodeUnits: Int](minimumCapacity: members.count)
    for (position, member) in members.enumerated() { positions[CodeUnits(member.name)] = position }
    self.positions = positions
  }
}

extension JSONObject: Equatable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; the last of several equal names wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    for (name, value) in members { self[name] = value }
  }
}
