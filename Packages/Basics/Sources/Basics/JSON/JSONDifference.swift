/// The differences between two JSON values, by their paths.
public struct JSONDifference: Equatable, Sendable {
  /// One change.
  public struct Change: Equatable, Sendable, Encodable {
    /// Such as `$.flags.surge.state`.
    public let path: String
    /// `nil` for what was added.
    public let old: JSON?
    /// `nil` for what was removed.
    public let new: JSON?

    /// Describes a change.
    public init(path: String, old: JSON?, new: JSON?) {
      (self.path, self.old, self.new) = (path, old, new)
    }
  }

  /// In the order of the new value, what was removed before what follows it in the old one.
  public private(set) var changes: [Change] = []

  /// Compares two values; members are compared by their names, elements by their positions.
  public init(from old: JSON, to new: JSON) { compare(old, new, at: "$") }

  private mutating func compare(_ old: JSON, _ new: JSON, at path: String) {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for member in old.members where new[member.name] == nil {
        add(member.value, nil, at: Self.path(path, member.name))
      }
      for member in new.members {
        let path = Self.path(path, member.name)
        guard let value = old[member.name] else {
          add(nil, member.value, at: path)
          continue
        }
        compare(value, member.value, at: path)
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for (index, pair) in zip(old, new).enumerated() {
        compare(pair.0, pair.1, at: "\(path)[\(index)]")
      }
    default: if old != new { add(old, new, at: path) }
    }
  }

  private mutating func add(_ old: JSON?, _ new: JSON?, at path: String) {
    changes.append(Change(path: path, old: old, new: new))
  }

  /// A name follows a dot, or stands in quotes.
  private static func path(_ path: String, _ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "$": true
      default: false
      }
    }
    guard !isPlain || name.isEmpty else { return "\(path).\(name)" }
    return "\(path)[\(JSON.string(name).serialized())]"
  }
}
