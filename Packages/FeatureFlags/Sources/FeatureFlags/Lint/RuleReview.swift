import Basics

/// One reading of a flag's rule, or of a shared evaluator, for what the schema cannot say.
struct RuleReview {
  /// The flag that the rule is of; `nil` for an evaluator.
  private let flag: ReviewedFlag?
  private let evaluators: JSON.Object
  /// Whether the rule is evaluated with a targeting key and no other attribute.
  private let isKeyOnly: Bool
  private(set) var findings: [LintFinding] = []
  /// The names of the evaluators that the rule refers to.
  private(set) var references: Set<CodeUnits> = []

  private static let maximumDepth = JSON.ReadingOptions().maximumDepth

  init(
    _ rule: JSON, _ path: JSONPath, of flag: ReviewedFlag? = nil,
    evaluators: JSON.Object = JSON.Object(), isKeyOnly: Bool
  ) {
    self.flag = flag
    self.evaluators = evaluators
    self.isKeyOnly = isKeyOnly
    visit(rule, path, depth: 0)
    if let flag, case .object(let object) = rule, !object.isEmpty {
      reviewResult(rule, path, flag, depth: 0)
    }
  }

  private mutating func add(_ finding: LintFinding) {
    if findings.count < FlagLint.maximumCount { findings.append(finding) }
  }

  private mutating func add(
    _ path: JSONPath, _ message: String, _ severity: LintFinding.Severity = .error,
    not word: String = "", but names: [String] = []
  ) {
    add(LintFinding(path, message, severity, not: word, but: names))
  }

  /// Reviews every operation in a value.
  ///
  /// - Parameter isOfElement: Whether variables may be those of a list's element.
  @inline(never) private mutating func visit(
    _ value: JSON, _ path: JSONPath, isOfElement: Bool = false, depth: Int
  ) {
    guard depth <= Self.maximumDepth, findings.count < FlagLint.maximumCount else { return }
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        visit(element, path.appending(index), isOfElement: isOfElement, depth: depth + 1)
      }
    case .object(let object):
      if object.count == 1, case .string(let name) = object["$ref"] {
        return reviewReference(name, path)
      }
      let operation = Operation(object, path)
      if let operation { review(operation, isOfElement: isOfElement) }
      for member in object.members {
        visit(
          member.value, path.appending(member.name),
          isOfElement: isOfElement || operation?.kind?.isOverList == true, depth: depth + 1)
      }
    default: return
    }
  }

  private mutating func reviewReference(_ name: String, _ path: JSONPath) {
    guard flag != nil else {
      return add(path, "an evaluator cannot refer to another one")
    }
    references.insert(CodeUnits(name))
    guard evaluators[name] == nil else { return }
    add(path, "there is no evaluator \(name.quoted)", not: name, but: evaluators.names)
  }

  private mutating func review(_ operation: Operation, isOfElement: Bool) {
    if isKeyOnly, operation.readsAttributes {
      add(
        operation.path,
        "the flag is not evaluated for riders, so that only targetingKey and $flagd can be read")
    }
    switch operation.kind {
    case .conditional, .ternary: reviewBranches(operation)
    case .fractional: reviewSplit(operation)
    case .variable: if !isOfElement { reviewVariable(operation) }
    case nil:
      let finding = LintFinding(
        operation.path, "flagd knows no operator \(operation.name.quoted)", not: operation.name,
        but: Operator.allCases.map(\.rawValue))
      if !finding.suggestions.isEmpty { add(finding) }
    default: return
    }
  }

  /// A name that is almost `targetingKey`.
  private mutating func reviewVariable(_ operation: Operation) {
    guard let name = operation.arguments.first?.text, !name.isEmpty, !name.hasPrefix("$flagd"),
      !name.hasSameCodeUnits(as: EvaluationContext.targetingKeyName)
    else { return }
    let finding = LintFinding(
      operation.path, "this is not the name of the subject's identifier", .warning, not: name,
      but: [EvaluationContext.targetingKeyName])
    // A shorter word that the name begins with, such as "target", means something else.
    if !finding.suggestions.isEmpty, name.count + 3 > finding.suggestions[0].count { add(finding) }
  }

  /// Reviews a value that names the variant when it is reached.
  @inline(never) private mutating func reviewResult(
    _ value: JSON, _ path: JSONPath, _ flag: ReviewedFlag, depth: Int
  ) {
    guard depth <= Self.maximumDepth, findings.count < FlagLint.maximumCount else { return }
    switch value {
    case .string(let name): requireVariant(name, path, flag)
    case .boolean(let value): requireVariant(value ? "true" : "false", path, flag)
    case .number(let number): requireVariant(number.double.javaScriptText, path, flag)
    case .object(let object):
      if object.count == 1, let name = object["$ref"]?.text {
        guard let evaluator = evaluators[name] else { return }
        return reviewResult(
          evaluator, JSONPath.root.appending("$evaluators").appending(name), flag, depth: depth + 1)
      }
      guard let operation = Operation(object, path) else { return }
      for (value, path) in operation.results { reviewResult(value, path, flag, depth: depth + 1) }
      guard operation.kind?.isCondition == true else { return }
      for name in ["true", "false"] where flag.variants[name] == nil {
        add(
          path, "the rule can give \(name), and there is no variant \"\(name)\"\(at(path, flag))")
      }
    case .null, .array: return
    }
  }

  private mutating func requireVariant(_ name: String, _ path: JSONPath, _ flag: ReviewedFlag) {
    guard flag.variants[name] == nil else { return }
    let message = "there is no variant \(name.quoted)\(at(path, flag))"
    add(path, message, not: name, but: flag.variants.names)
  }

  /// Names the flag where the path does not.
  private func at(_ path: JSONPath, _ flag: ReviewedFlag) -> String {
    path.description.hasPrefix(flag.path.description) ? "" : " of the flag \(flag.key.quoted)"
  }

  /// Finds the branches of an `if` that are never reached.
  private mutating func reviewBranches(_ operation: Operation) {
    let arguments = operation.arguments
    var conditions: [JSON: Int] = [:]
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      let condition = arguments[index]
      if let constant = condition.constant {
        guard constant.isTruthy else {
          addUnreachable(operation, index + 1, "the condition is never true")
          continue
        }
        if index + 2 < arguments.count {
          addUnreachable(operation, index + 2, "the condition before is always true")
        }
        return
      }
      if let earlier = conditions[condition] {
        let place = operation.path(of: earlier)
        addUnreachable(operation, index + 1, "the condition is that of \(place)")
      } else {
        conditions[condition] = index
      }
    }
  }

  private mutating func addUnreachable(_ operation: Operation, _ index: Int, _ reason: String) {
    add(operation.path(of: index), "this is never reached: \(reason)", .warning)
  }

  /// Finds what keeps a `fractional` from splitting.
  private mutating func reviewSplit(_ operation: Operation) {
    let path = operation.path.appending(operation.name)
    let bucketingValue = operation.arguments.first.flatMap { $0.elements == nil ? $0 : nil }
    if let bucketingValue, !bucketingValue.varies {
      add(
        operation.path(of: 0),
        #"the split is by a value that does not vary; {"var": "targetingKey"} varies"#, .warning)
    }
    let buckets = operation.arguments.dropFirst(bucketingValue == nil ? 0 : 1)
    if !buckets.isEmpty, buckets.allSatisfy(\.isBucketWithoutWeight) {
      add(path, "all weights are 0, so that no variant is ever chosen", .warning)
    }
    let sum = buckets.reduce(0) { $0 + max(0, $1.elements?.dropFirst().first?.double ?? 1) }
    if sum > Double(WeightedBuckets.maximumWeight) {
      add(
        path,
        "the weights add up to more than \(WeightedBuckets.maximumWeight), so that no variant "
          + "is ever chosen")
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
