/// The data that a rule starts with.
struct RuleData {
  private static let ownMember = "$flagd"

  /// The data; `nil` for the context of a flag.
  private let value: JSONValue?
  private let context: JSONObject
  /// The flag's key; empty when there is no flag.
  let flag: String
  private let clock: UnixClock

  /// Any JSON value.
  init(_ value: JSONValue) {
    self.value = value
    context = JSONObject()
    flag = ""
    clock = .system
  }

  /// The context of a flag, to which `$flagd` belongs: the flag's key and the time.
  init(context: JSONObject, flag: String, clock: UnixClock) {
    value = nil
    self.context = context
    self.flag = flag
    self.clock = clock
  }

  func value(at path: AttributePath) -> JSONValue? {
    if let value { return path.value(in: value) }
    guard !path.segments.isEmpty else { return .object(enrichedContext) }
    if path.segments[0].name.hasSameCodeUnits(as: Self.ownMember) { return ownValue(at: path) }
    guard let member = context[path.segments[0].name] else { return nil }
    return path.segments.count == 1 ? member : path.value(in: member, from: 1)
  }

  /// The value of `$flagd` or of one of its members.
  private func ownValue(at path: AttributePath) -> JSONValue? {
    if path.segments.count == 2, path.segments[1].name.hasSameCodeUnits(as: "flagKey") {
      return .string(flag)
    }
    return path.value(in: .object(ownMembers), from: 1)
  }

  private var enrichedContext: JSONObject {
    var enriched = context
    enriched[Self.ownMember] = .object(ownMembers)
    return enriched
  }

  private var ownMembers: JSONObject {
    ["flagKey": .string(flag), "timestamp": .number(Double(clock.now()))]
  }
}

/// What `var` looks into: the data itself, or what an operator on lists puts in its place.
enum RuleScope {
  case root
  case element(JSONValue)
  case reduction(current: JSONValue, accumulator: JSONValue)
}
