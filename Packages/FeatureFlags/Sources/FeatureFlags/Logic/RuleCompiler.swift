import Basics

/// Turns JsonLogic rules into a ``CompiledRules``.
///
/// With evaluators, each object that is exactly `{"$ref": "<name>"}` with the name of one is
/// replaced by it. Evaluators are compiled once each; references inside them are not expanded.
struct RuleCompiler {
  private let evaluators: JSON.Object
  private var expandsReferences = true
  private var compiledEvaluators: [CodeUnits: Int] = [:]
  private var evaluatorArguments: [CodeUnits: CompiledRules.Operands] = [:]

  var nodes: [CompiledRules.Node] = []
  var operands: [Int] = []
  var constants: [JSON] = []
  var paths: [AttributePath] = []
  var splits: [ConstantSplit] = []

  init(evaluators: JSON.Object = JSON.Object()) {
    self.evaluators = evaluators
  }

  /// The program with everything compiled so far.
  func program() -> CompiledRules {
    CompiledRules(
      nodes: nodes, operands: operands, constants: constants, paths: paths, splits: splits)
  }

  /// Compiles one rule and returns its node.
  mutating func compile(_ rule: JSON) -> Int {
    compile(rule, depth: 0)
  }

  /// The evaluator that an object refers to, when it is nothing but a reference to one that exists.
  func referenced(by rule: JSON) -> (name: String, rule: JSON)? {
    guard expandsReferences, case .object(let object) = rule, object.count == 1,
      let member = object.members.first, member.name.hasSameCodeUnits(as: "$ref"),
      case .string(let name) = member.value, let evaluator = evaluators[name]
    else { return nil }
    return (name, evaluator)
  }

  private mutating func compile(_ rule: JSON, depth: Int) -> Int {
    guard depth <= JSON.ReadingOptions().maximumDepth else { return append(.tooDeep) }
    if let (name, evaluator) = referenced(by: rule) {
      return compileEvaluator(name, evaluator)
    }
    switch rule {
    case .array(let elements):
      return compileList(elements, depth: depth)
    case .object(let object) where object.count == 1:
      return compileOperation(object.members[0], depth: depth)
    default:
      return append(constant: rule)
    }
  }

  mutating func append(_ node: CompiledRules.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func append(constant: JSON) -> Int {
    constants.append(constant)
    return append(.constant(constants.count - 1))
  }

  private mutating func compileEvaluator(_ name: String, _ evaluator: JSON) -> Int {
    if let node = compiledEvaluators[CodeUnits(name)] { return node }
    expandsReferences = false
    let node = compile(evaluator, depth: 0)
    expandsReferences = true
    compiledEvaluators[CodeUnits(name)] = node
    return node
  }

  private mutating func compileList(_ elements: [JSON], depth: Int) -> Int {
    let start = nodes.count
    let firstConstant = constants.count
    let knownEvaluators = compiledEvaluators.count
    let compiled = elements.map { compile($0, depth: depth + 1) }
    let values = compiled.compactMap { constant(at: $0) }
    guard values.count == elements.count else { return append(.list(appendOperands(compiled))) }
    if compiledEvaluators.count == knownEvaluators {  // Nothing else refers to the elements.
      nodes.removeSubrange(start...)
      constants.removeSubrange(firstConstant...)
    }
    return append(constant: .array(values))
  }

  func constant(at node: Int) -> JSON? {
    guard case .constant(let index) = nodes[node] else { return nil }
    return constants[index]
  }

  private mutating func appendOperands(_ compiled: [Int]) -> CompiledRules.Operands {
    operands.append(contentsOf: compiled)
    return .init(first: operands.count - compiled.count, count: compiled.count)
  }

  /// Compiles an operator's argument list; a single argument need not be in a list.
  mutating func compileArguments(_ json: JSON, depth: Int) -> CompiledRules.Operands {
    if let (name, evaluator) = referenced(by: json), case .array(let elements) = evaluator {
      if let known = evaluatorArguments[CodeUnits(name)] { return known }
      expandsReferences = false
      let arguments = appendOperands(elements.map { compile($0, depth: 0) })
      expandsReferences = true
      evaluatorArguments[CodeUnits(name)] = arguments
      return arguments
    }
    guard case .array(let elements) = json else {
      return appendOperands([compile(json, depth: depth + 1)])
    }
    return appendOperands(elements.map { compile($0, depth: depth + 2) })
  }
}
