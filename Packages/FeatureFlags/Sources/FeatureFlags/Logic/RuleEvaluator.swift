import Basics

/// One run of a compiled rule over its data.
///
/// Every step, and every element or 16 bytes that a step handles, is counted, so that a hostile
/// rule ends with an error after a bounded time. The functions that call each other are not
/// inlined, so that deep rules need little stack.
struct RuleEvaluator {
  /// Units of work one run may take; an honest rule needs a few dozen.
  static let maximumWork = 10_000_000

  let program: CompiledRules
  let data: RuleData
  /// The units of work that are left; negative after too much work.
  private(set) var workLeft: Int

  init(_ program: CompiledRules, data: RuleData, workLeft: Int = maximumWork) {
    self.program = program
    self.data = data
    self.workLeft = workLeft
  }

  mutating func charge(_ units: Int) throws(JSONLogicError) {
    workLeft -= units
    if workLeft < 0 { throw .tooMuchWork }
  }

  @inline(never)
  mutating func value(of node: Int, in scope: RuleScope) throws(JSONLogicError) -> JSON {
    try charge(1)
    switch program.nodes[node] {
    case .constant(let index):
      return program.constants[index]
    case .list(let operands):
      return .array(try arguments(operands, in: scope))
    case .attribute(let path, let fallback):
      return try attribute(program.paths[path], fallback: fallback, in: scope)
    case .split(let split, let operands):
      return try constantSplit(program.splits[split], operands, in: scope)
    case .operation(let name, let operands):
      return try operate(name, operands, in: scope)
    case .unknownOperator(let name):
      throw .unknownOperator(program.constants[name].text ?? "")
    case .tooDeep:
      throw .tooDeep
    }
  }

  @inline(never)
  mutating func arguments(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> [JSON] {
    var values: [JSON] = []
    values.reserveCapacity(operands.count)
    for index in 0..<operands.count { values.append(try argument(index, operands, in: scope)) }
    return values
  }

  /// The value of one operand, which must exist.
  mutating func argument(
    _ index: Int, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    try value(of: program.operands[operands.first + index], in: scope)
  }

  /// The values of the first two operands, `nil` where missing; any others are evaluated too.
  @inline(never)
  mutating func pair(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> (JSON?, JSON?) {
    let first = operands.count > 0 ? try argument(0, operands, in: scope) : nil
    let second = operands.count > 1 ? try argument(1, operands, in: scope) : nil
    for index in 2..<max(2, operands.count) { _ = try argument(index, operands, in: scope) }
    return (first, second)
  }

  @inline(never)
  private mutating func operate(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    switch name {
    case .conditional, .ternary: try conditional(operands, in: scope)
    case .and: try firstArgument(operands, isTruthy: false, in: scope)
    case .or: try firstArgument(operands, isTruthy: true, in: scope)
    case .not, .truth, .log: try unary(name, operands, in: scope)
    case .equal, .unequal, .same, .different, .less, .atMost, .greater, .atLeast:
      .boolean(try comparison(name, operands, in: scope))
    case .plus, .times, .minus, .divided, .remainder, .minimum, .maximum:
      try arithmetic(name, operands, in: scope)
    case .contained, .joined, .substring, .startsWith, .endsWith, .version:
      try textual(name, operands, in: scope)
    case .merge, .map, .filter, .reduce, .all, .some, .none:
      try listwise(name, operands, in: scope)
    case .variable, .missing, .missingSome: try lookUp(name, operands, in: scope)
    case .fractional: try fractional(operands, in: scope)
    }
  }

  @inline(never)
  private mutating func conditional(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    var index = 0
    while index + 1 < operands.count {
      if try argument(index, operands, in: scope).isTruthy {
        return try argument(index + 1, operands, in: scope)
      }
      index += 2
    }
    return index < operands.count ? try argument(index, operands, in: scope) : .null
  }

  /// The first argument that is truthy, or falsy; without one the last argument.
  @inline(never)
  private mutating func firstArgument(
    _ operands: CompiledRules.Operands, isTruthy: Bool, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    var value = JSON.null
    for index in 0..<operands.count {
      value = try argument(index, operands, in: scope)
      if value.isTruthy == isTruthy { return value }
    }
    return value
  }

  @inline(never)
  private mutating func unary(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    let value = try pair(operands, in: scope).0 ?? .null
    switch name {
    case .not: return .boolean(!value.isTruthy)
    case .truth: return .boolean(value.isTruthy)
    default: return value
    }
  }
}
