import Basics

/// A compiled rule.
indirect enum Rule: Sendable {
  /// A value that is its own result.
  case constant(JSON)
  /// A list with at least one element to evaluate.
  case list([Rule])
  /// A `var` with a constant path.
  case attribute(AttributePath, fallback: Rule?)
  /// A `fractional` with constant buckets, and its arguments.
  case split(WeightedBuckets, [Rule])
  case operation(Operator, [Rule])
  case unknownOperator(String)
  case tooDeep

  fileprivate var constant: JSON? {
    guard case .constant(let value) = self else { return nil }
    return value
  }
}

/// Compiles JsonLogic rules.
///
/// With evaluators, each object that is exactly `{"$ref": "<name>"}` with the name of one is
/// replaced by it. Evaluators are compiled once each; references inside them are not expanded.
struct RuleCompiler {
  private let evaluators: JSON.Object
  private var expandsReferences = true
  private var compiledEvaluators: [CodeUnits: Rule] = [:]

  init(evaluators: JSON.Object = JSON.Object()) { self.evaluators = evaluators }

  /// The evaluator that an object refers to, when it is nothing but a reference to one that exists.
  func referenced(by rule: JSON) -> (name: String, rule: JSON)? {
    guard expandsReferences, case .object(let object) = rule, object.count == 1,
      case .string(let name) = object["$ref"], let evaluator = evaluators[name]
    else { return nil }
    return (name, evaluator)
  }

  mutating func compile(_ rule: JSON, depth: Int = 0) -> Rule {
    guard depth <= JSON.ReadingOptions().maximumDepth else { return .tooDeep }
    if let (name, evaluator) = referenced(by: rule) { return compileEvaluator(name, evaluator) }
    switch rule {
    case .array(let elements):
      let compiled = elements.map { compile($0, depth: depth + 1) }
      let values = compiled.compactMap(\.constant)
      return values.count == compiled.count ? .constant(.array(values)) : .list(compiled)
    case .object(let object) where object.count == 1:
      return compileOperation(object.members[0], depth: depth)
    default: return .constant(rule)
    }
  }

  private mutating func compileEvaluator(_ name: String, _ evaluator: JSON) -> Rule {
    if let known = compiledEvaluators[CodeUnits(name)] { return known }
    expandsReferences = false
    let rule = compile(evaluator)
    expandsReferences = true
    compiledEvaluators[CodeUnits(name)] = rule
    return rule
  }

  private mutating func compileOperation(_ member: JSON.Object.Member, depth: Int) -> Rule {
    guard let name = Operator(rawValue: member.name) else { return .unknownOperator(member.name) }
    let arguments = compileArguments(member.value, depth: depth)
    switch name {
    case .variable: return attribute(arguments) ?? .operation(name, arguments)
    case .fractional: return split(arguments) ?? .operation(name, arguments)
    default: return .operation(name, arguments)
    }
  }

  /// Compiles an operator's argument list; a single argument need not be in a list.
  private mutating func compileArguments(_ json: JSON, depth: Int) -> [Rule] {
    if let (name, evaluator) = referenced(by: json), evaluator.elements != nil {
      switch compileEvaluator(name, evaluator) {
      case .list(let arguments): return arguments
      case .constant(let list): return list.elements?.map(Rule.constant) ?? []
      default: return []  // A list is compiled to nothing else.
      }
    }
    guard case .array(let elements) = json else { return [compile(json, depth: depth + 1)] }
    return elements.map { compile($0, depth: depth + 2) }
  }

  /// A `var` with a constant path.
  private func attribute(_ arguments: [Rule]) -> Rule? {
    var path = AttributePath()
    if let first = arguments.first {
      switch first.constant {
      case .null, .string(""): break
      case .string(let text): path = AttributePath(text)
      case .number(let number): path = AttributePath(number.double.javaScriptText)
      default: return nil
      }
    }
    return .attribute(path, fallback: arguments.dropFirst().first)
  }

  /// A `fractional` with constant buckets.
  private func split(_ arguments: [Rule]) -> Rule? {
    guard let first = arguments.first else { return nil }
    let isShorthand = first.constant?.elements != nil
    let buckets = isShorthand ? arguments[...] : arguments.dropFirst()
    let constants = buckets.compactMap(\.constant)
    guard constants.count == buckets.count,
      let split = WeightedBuckets(constants, usesTargetingKey: isShorthand)
    else { return nil }
    return .split(split, arguments)
  }
}

/// The operators of JsonLogic and those that flagd adds.
enum Operator: String, CaseIterable, Sendable {
  case variable = "var"
  case missing
  case missingSome = "missing_some"
  case conditional = "if"
  case ternary = "?:"
  case and, or
  case not = "!"
  case truth = "!!"
  case equal = "=="
  case unequal = "!="
  case same = "==="
  case different = "!=="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case plus = "+"
  case times = "*"
  case minus = "-"
  case divided = "/"
  case remainder = "%"
  case minimum = "min"
  case maximum = "max"
  case contained = "in"
  case joined = "cat"
  case substring = "substr"
  case merge, map, filter, reduce, all, some, none, log, fractional
  case version = "sem_ver"
  case startsWith = "starts_with"
  case endsWith = "ends_with"

  /// Whether rules in it are applied to the elements of a list.
  var isOverList: Bool { [.map, .filter, .reduce, .all, .some, .none].contains(self) }

  /// Whether the result is true or false.
  var isCondition: Bool {
    switch self {
    case .not, .truth, .equal, .unequal, .same, .different, .less, .atMost, .greater, .atLeast,
      .contained, .all, .some, .none:
      true
    default: false
    }
  }
}
