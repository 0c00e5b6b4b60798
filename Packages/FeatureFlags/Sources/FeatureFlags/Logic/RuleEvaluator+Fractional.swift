import Basics

extension RuleEvaluator {
  private static let targetingKeyPath = AttributePath("targetingKey")
  private static let flagKeyPath = AttributePath("$flagd.flagKey")

  /// `fractional` whose buckets are constants.
  @inline(never)
  mutating func constantSplit(
    _ split: ConstantSplit, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    if split.usesTargetingKey {
      return shorthandValue(in: scope).map { split.variant(for: $0) } ?? .null
    }
    let first = try argument(0, operands, in: scope)
    if case .string(let value) = first {
      try charge(value.utf8.count / 16)
      return split.variant(for: value)
    }
    let rest = try arguments(.init(first: operands.first + 1, count: operands.count - 1), in: scope)
    return try choice(from: [first] + rest, in: scope)
  }

  /// `fractional` with at least one bucket that has to be evaluated.
  @inline(never)
  mutating func fractional(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    try choice(from: try arguments(operands, in: scope), in: scope)
  }

  /// The variant of the bucket that the bucketing value falls into; null if anything is malformed.
  private mutating func choice(
    from arguments: [JSON], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    guard let first = arguments.first else { return .null }
    let split: ConstantSplit?
    let value: String?
    if case .string(let text) = first {
      value = text
      split = ConstantSplit(buckets: Array(arguments.dropFirst()))
    } else {
      value = shorthandValue(in: scope)
      split = ConstantSplit(buckets: arguments)
    }
    guard let split, let value else { return .null }
    try charge(value.utf8.count / 16)
    return split.variant(for: value)
  }

  /// The flag's key followed by the targeting key; `nil` without a targeting key.
  private func shorthandValue(in scope: RuleScope) -> String? {
    guard case .string(let targetingKey) = value(at: Self.targetingKeyPath, in: scope),
      !targetingKey.utf8.isEmpty
    else { return nil }
    if case .root = scope, !data.flag.utf8.isEmpty { return data.flag + targetingKey }
    guard case .string(let flag) = value(at: Self.flagKeyPath, in: scope) else {
      return targetingKey
    }
    return flag + targetingKey
  }
}
