import Basics

/// One reading of a flag's rule, or of a shared evaluator, for what the schema cannot say.
struct RuleReview {
  private let rule: JSON
  private let path: JSONPath
  /// The flag that the rule is of; `nil` for an evaluator.
  private let flag: ReviewedFlag?
  private let evaluators: JSON.Object
  private(set) var findings: [LintFinding] = []

  init(flag: ReviewedFlag, evaluators: JSON.Object) {
    rule = flag.members["targeting"] ?? .null
    path = flag.path.appending("targeting")
    self.flag = flag
    self.evaluators = evaluators
  }

  init(_ evaluator: JSON, _ path: JSONPath) {
    rule = evaluator
    self.path = path
    flag = nil
    evaluators = JSON.Object()
  }

  private static let maximumDepth = JSON.ReadingOptions().maximumDepth

  mutating func run() {
    visit(rule, path, depth: 0)
    if let flag, case .object(let object) = rule, !object.isEmpty {
      reviewResult(rule, path, flag, depth: 0)
    }
  }

  private mutating func add(_ finding: LintFinding) {
    if findings.count < FlagLint.maximumCount { findings.append(finding) }
  }

  /// Reviews every operation in a value.
  ///
  /// - Parameter isOfElement: Whether variables may be those of a list's element.
  @inline(never)
  private mutating func visit(
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
          isOfElement: isOfElement || operation?.isOverList == true, depth: depth + 1)
      }
    default: return
    }
  }

  private mutating func reviewReference(_ name: String, _ path: JSONPath) {
    guard flag != nil else {
      return add(LintFinding(path, "an evaluator cannot refer to another one"))
    }
    guard evaluators[name] == nil else { return }
    add(
      LintFinding(
        path, "there is no evaluator \(JSON.string(name).serialized())", not: name,
        but: evaluators.names))
  }

  private mutating func review(_ operation: Operation, isOfElement: Bool) {
    switch Operator(rawValue: operation.name) {
    case .conditional, .ternary:
      for finding in BranchReview(operation).findings { add(finding) }
    case .fractional:
      for finding in SplitReview(operation).findings { add(finding) }
    case .variable: if !isOfElement { reviewVariable(operation) }
    case nil:
      let finding = LintFinding(
        operation.path, "flagd knows no operator \(JSON.string(operation.name).serialized())",
        not: operation.name, but: Operator.allCases.map(\.rawValue))
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
    if !finding.suggestions.isEmpty, name.count + 3 > finding.suggestions[0].count {
      add(finding)
    }
  }

  /// Reviews a value that names the variant when it is reached.
  @inline(never)
  private mutating func reviewResult(
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
          evaluator, JSONPath.root.appending("$evaluators").appending(name), flag,
          depth: depth + 1)
      }
      guard let operation = Operation(object, path) else { return }
      for (value, path) in operation.results {
        reviewResult(value, path, flag, depth: depth + 1)
      }
      guard operation.isCondition else { return }
      for name in ["true", "false"] where flag.variants[name] == nil {
        add(
          LintFinding(
            path, "the rule can give \(name), and there is no variant \"\(name)\"\(at(path, flag))")
        )
      }
    case .null, .array: return
    }
  }

  private mutating func requireVariant(_ name: String, _ path: JSONPath, _ flag: ReviewedFlag) {
    guard flag.variants[name] == nil else { return }
    add(
      LintFinding(
        path, "there is no variant \(JSON.string(name).serialized())\(at(path, flag))", not: name,
        but: flag.variants.names))
  }

  /// Names the flag where the path does not.
  private func at(_ path: JSONPath, _ flag: ReviewedFlag) -> String {
    path.description.hasPrefix(flag.path.description)
      ? "" : " of the flag \(JSON.string(flag.key).serialized())"
  }
}
