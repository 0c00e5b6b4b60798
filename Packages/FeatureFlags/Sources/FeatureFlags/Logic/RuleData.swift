import Basics

/// The data that a rule starts with.
struct RuleData {
  private static let ownMember = "$flagd"

  /// The data; `nil` for the context of a flag.
  private let value: JSON?
  private let context: JSON.Object
  /// The flag's key; empty when there is no flag.
  let flag: String
  private let clock: UnixClock

  /// Any JSON value.
  init(_ value: JSON) {
    self.value = value
    context = JSON.Object()
    flag = ""
    clock = .system
  }

  /// The context of a flag, to which `$flagd` belongs: the flag's key and the time.
  init(context: JSON.Object, flag: String, clock: UnixClock) {
    value = nil
    self.context = context
    self.flag = flag
    self.clock = clock
  }

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
