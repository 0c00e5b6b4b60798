import Basics

/// The data that a rule starts with: any value, or the context of a flag, to which `$flagd` belongs,
/// the flag's key and the time.
struct RuleData {
  private static let ownMember = "$flagd"

  /// The data; `nil` for the context of a flag.
  var value: JSON?
  var context = JSON.Object()
  /// The flag's key; empty when there is no flag.
  var flag = ""
  var clock = UnixClock.system

  func value(at path: AttributePath) -> JSON? {
    if let value { return path.value(in: value) }
    guard !path.segments.isEmpty else { return .object(enrichedContext) }
    if path.segments[0].name.hasSameCodeUnits(as: Self.ownMember) { return ownValue(at: path) }
    guard let member = context[path.segments[0].name] else { return nil }
    return path.segments.count == 1 ? member : path.value(in: member, from: 1)
  }

  /// The value of `$flagd` or of one of its members.
  private func ownValue(at path: AttributePath) -> JSON? {
    if path.segments.count == 2, path.segments[1].name.hasSameCodeUnits(as: "flagKey") {
      return .string(flag)
    }
    return path.value(in: .object(ownMembers), from: 1)
  }

  private var enrichedContext: JSON.Object {
    var enriched = context
    enriched[Self.ownMember] = .object(ownMembers)
    return enriched
  }

  private var ownMembers: JSON.Object {
    ["flagKey": .string(flag), "timestamp": .number(Double(clock.now()))]
  }
}

/// The path of a `var`: names and list indexes separated by dots.
struct AttributePath: Sendable {
  struct Segment: Sendable {
    let name: String
    /// The segment as a list index: digits without a leading zero.
    let index: Int?
  }

  /// Empty for the whole data.
  let segments: [Segment]

  init() { segments = [] }

  init(_ text: String) {
    segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Segment(name: String(Substring($0)), index: $0.isNumber ? Int(Substring($0)) : nil) }
  }

  /// The value at the path below `value`, from segment `start` on; `nil` when there is none.
  func value(in value: JSON, from start: Int = 0) -> JSON? {
    var current = value
    for position in start..<segments.count {
      switch current {
      case .object(let object):
        guard let member = object[segments[position].name] else { return nil }
        current = member
      case .array(let elements):
        guard let index = segments[position].index, index < elements.count else { return nil }
        current = elements[index]
      default: return nil
      }
    }
    return current
  }
}
