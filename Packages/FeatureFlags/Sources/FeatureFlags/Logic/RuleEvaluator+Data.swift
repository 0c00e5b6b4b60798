import Basics

/// The data of `var`: the rule's data, or an element in an operator on lists.
enum RuleScope {
  case root
  case element(JSON)
  case reduction(current: JSON, accumulator: JSON)
}

extension RuleEvaluator {
  private static let targetingKeyPath = AttributePath("targetingKey")
  private static let flagKeyPath = AttributePath("$flagd.flagKey")

  /// `var` with a constant path.
  @inline(never) mutating func attribute(
    _ path: AttributePath, fallback: Rule?, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    let fallback = if let fallback { try value(of: fallback, in: scope) } else { JSON.null }
    return value(at: path, in: scope) ?? fallback
  }

  /// The value at a path; `nil` when there is none.
  private func value(at path: AttributePath, in scope: RuleScope) -> JSON? {
    switch scope {
    case .root: return data.value(at: path)
    case .element(let element): return path.value(in: element)
    case .reduction(let current, let accumulator):
      guard let first = path.segments.first else {
        return .object(["current": current, "accumulator": accumulator])
      }
      if first.name.hasSameCodeUnits(as: "current") { return path.value(in: current, from: 1) }
      guard first.name.hasSameCodeUnits(as: "accumulator") else { return nil }
      return path.value(in: accumulator, from: 1)
    }
  }

  /// `var` with a computed path, `missing` and `missing_some`.
  @inline(never) mutating func lookUp(
    _ name: Operator, _ values: [JSON], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    switch name {
    case .variable:
      return try value(atPath: values.first ?? .null, in: scope)
        ?? (values.count > 1 ? values[1] : .null)
    case .missing: return .array(try missing(values.first?.elements ?? values, in: scope))
    default:
      let paths = values.count > 1 ? values[1].elements ?? [values[1]] : []
      let missing = try missing(paths, in: scope)
      let needed = values.first.map(\.asNumber) ?? .nan
      return .array(Double(paths.count - missing.count) >= needed ? [] : missing)
    }
  }

  private mutating func value(
    atPath path: JSON, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON? {
    if path == .null || path == "" { return value(at: AttributePath(), in: scope) }
    let text = try text(of: path)
    try charge(text.utf8.count / 16)
    return value(at: AttributePath(text), in: scope)
  }

  /// The paths whose value is null or the empty text.
  private mutating func missing(
    _ paths: [JSON], in scope: RuleScope
  ) throws(JSONLogicError) -> [JSON] {
    var missing: [JSON] = []
    for path in paths {
      try charge(1)
      let value = try value(atPath: path, in: scope) ?? .null
      if value == .null || value == "" { missing.append(path) }
    }
    return missing
  }

  /// `fractional` with constant buckets.
  @inline(never) mutating func constantSplit(
    _ buckets: WeightedBuckets, _ arguments: [Rule], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    if buckets.usesTargetingKey { return shorthandValue(in: scope).map(buckets.variant) ?? .null }
    guard case .string(let value) = try value(of: arguments[0], in: scope) else {
      return try fractional(try values(of: arguments, in: scope), in: scope)
    }
    try charge(value.utf8.count / 16)
    return buckets.variant(for: value)
  }

  /// The variant of the bucket that the bucketing value falls into; null if anything is malformed.
  @inline(never)
  mutating func fractional(_ values: [JSON], in scope: RuleScope) throws(JSONLogicError) -> JSON {
    let isShorthand = values.first?.text == nil
    guard let value = isShorthand ? shorthandValue(in: scope) : values[0].text,
      let buckets = WeightedBuckets(isShorthand ? values[...] : values.dropFirst())
    else { return .null }
    try charge(value.utf8.count / 16)
    return buckets.variant(for: value)
  }

  /// The flag's key followed by the targeting key; `nil` without a targeting key.
  private func shorthandValue(in scope: RuleScope) -> String? {
    guard case .string(let targetingKey) = value(at: Self.targetingKeyPath, in: scope),
      !targetingKey.utf8.isEmpty
    else { return nil }
    if case .root = scope, !data.flag.utf8.isEmpty { return data.flag + targetingKey }
    return (value(at: Self.flagKeyPath, in: scope)?.text ?? "") + targetingKey
  }

  /// Refuses a value that is nested too deeply, or too large when written out.
  ///
  /// - Parameter isResult: Whether numbers that JSON cannot hold are refused too.
  mutating func measure(
    _ value: JSON, depth: Int = 0, isResult: Bool = false
  ) throws(JSONLogicError) {
    try charge(1)
    switch value {
    case .number(let number):
      if isResult, !number.double.isFinite { throw .notJSON }
    case .string(let text):
      try charge(text.utf8.count / 16)
    case .array(let elements):
      guard depth < JSON.ReadingOptions().maximumDepth else { throw .tooDeep }
      for element in elements { try measure(element, depth: depth + 1, isResult: isResult) }
    case .object(let object):
      guard depth < JSON.ReadingOptions().maximumDepth else { throw .tooDeep }
      for member in object.members {
        try charge(member.name.utf8.count / 16)
        try measure(member.value, depth: depth + 1, isResult: isResult)
      }
    default: return
    }
  }
}
