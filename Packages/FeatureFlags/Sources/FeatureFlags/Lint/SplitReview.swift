import Basics

/// Finds what keeps a `fractional` from splitting.
struct SplitReview {
  private(set) var findings: [LintFinding] = []

  init(_ operation: Operation) {
    let hasBucketingValue = operation.arguments.first.map { $0.elements == nil } ?? false
    if hasBucketingValue, let value = operation.arguments.first, !value.varies {
      findings.append(
        LintFinding(
          operation.path(of: 0),
          #"the split is by a value that does not vary; {"var": "targetingKey"} varies"#, .warning))
    }
    let buckets = operation.arguments.dropFirst(hasBucketingValue ? 1 : 0)
    if !buckets.isEmpty, buckets.allSatisfy(\.isBucketWithoutWeight) {
      findings.append(
        LintFinding(
          operation.path.appending(operation.name),
          "all weights are 0, so that no variant is ever chosen", .warning))
    }
    let sum = buckets.reduce(0) { $0 + max(0, $1.elements?.dropFirst().first?.double ?? 1) }
    if sum > Double(WeightedBuckets.maximumWeight) {
      findings.append(
        LintFinding(
          operation.path.appending(operation.name),
          "the weights add up to more than \(WeightedBuckets.maximumWeight), so that no variant "
            + "is ever chosen"))
    }
  }
}

extension JSON {
  /// Whether a rule's value depends on more than the flag.
  fileprivate var varies: Bool {
    switch self {
    case .null, .boolean, .number, .string: return false
    case .array(let elements): return elements.contains(where: \.varies)
    case .object(let object):
      guard let member = object.members.first else { return false }
      switch member.name {
      case "$ref", "missing", "missing_some", "fractional": return true
      case "var":
        let path = member.value.elements?.first ?? member.value
        return path != "$flagd.flagKey"
      default: return member.value.varies
      }
    }
  }

  fileprivate var isBucketWithoutWeight: Bool {
    guard let elements, elements.count == 2, let weight = elements[1].double else { return false }
    return weight <= 0
  }
}
