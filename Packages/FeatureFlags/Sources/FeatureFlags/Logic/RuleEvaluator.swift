import Basics

/// One run of a compiled rule over its data.
///
/// Every step, and every element or 16 bytes that a step handles, is counted, so that a hostile
/// rule ends with an error after a bounded time. The functions that call each other are not
/// inlined, so that deep rules need little stack.
struct RuleEvaluator {
  let data: RuleData
  /// The units of work that are left; negative after too much work.
  private(set) var workLeft: Int

  mutating func charge(_ units: Int) throws(JSONLogicError) {
    workLeft -= units
    if workLeft < 0 { throw .tooMuchWork }
  }

  @inline(never)
  mutating func value(of rule: Rule, in scope: RuleScope) throws(JSONLogicError) -> JSON {
    try charge(1)
    switch rule {
    case .constant(let value): return value
    case .list(let elements): return .array(try values(of: elements, in: scope))
    case .attribute(let path, let fallback):
      return try attribute(path, fallback: fallback, in: scope)
    case .split(let buckets, let arguments): return try constantSplit(buckets, arguments, in: scope)
    case .operation(let name, let arguments): return try operate(name, arguments, in: scope)
    case .unknownOperator(let name): throw .unknownOperator(name)
    case .tooDeep: throw .tooDeep
    }
  }

  @inline(never)
  mutating func values(of rules: [Rule], in scope: RuleScope) throws(JSONLogicError) -> [JSON] {
    var values: [JSON] = []
    values.reserveCapacity(rules.count)
    for rule in rules { values.append(try value(of: rule, in: scope)) }
    return values
  }

  @inline(never) private mutating func operate(
    _ name: Operator, _ arguments: [Rule], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    switch name {
    case .conditional, .ternary: return try conditional(arguments, in: scope)
    case .and: return try firstValue(of: arguments, isTruthy: false, in: scope)
    case .or: return try firstValue(of: arguments, isTruthy: true, in: scope)
    case .map, .filter, .reduce, .all, .some, .none: return try listwise(name, arguments, in: scope)
    default: return try operate(name, on: try values(of: arguments, in: scope), in: scope)
    }
  }

  /// The operators that need the values of all their arguments.
  @inline(never) private mutating func operate(
    _ name: Operator, on values: [JSON], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    switch name {
    case .not: .boolean(values.first?.isTruthy != true)
    case .truth: .boolean(values.first?.isTruthy == true)
    case .equal, .unequal, .same, .different, .less, .atMost, .greater, .atLeast:
      .boolean(try comparison(name, values))
    case .plus, .times, .minus, .divided, .remainder, .minimum, .maximum:
      try arithmetic(name, values)
    case .contained, .joined, .substring, .startsWith, .endsWith, .version:
      try textual(name, values)
    case .merge: .array(try merged(values))
    case .variable, .missing, .missingSome: try lookUp(name, values, in: scope)
    case .fractional: try fractional(values, in: scope)
    default: values.first ?? .null  // `log`.
    }
  }

  @inline(never) private mutating func conditional(
    _ arguments: [Rule], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    guard let taken = try branch(arguments, in: scope) else { return .null }
    return try value(of: arguments[taken], in: scope)
  }

  /// The index of the branch that an `if` takes; `nil` when it takes none.
  @inline(never)
  mutating func branch(_ arguments: [Rule], in scope: RuleScope) throws(JSONLogicError) -> Int? {
    var index = 0
    while index + 1 < arguments.count {
      if try value(of: arguments[index], in: scope).isTruthy { return index + 1 }
      index += 2
    }
    return index < arguments.count ? index : nil
  }

  /// The first value that is truthy, or falsy; without one the last value.
  @inline(never) private mutating func firstValue(
    of arguments: [Rule], isTruthy: Bool, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    var last = JSON.null
    for argument in arguments {
      last = try value(of: argument, in: scope)
      if last.isTruthy == isTruthy { break }
    }
    return last
  }

  /// The operators that apply a rule, their second argument, to the elements of a list.
  @inline(never) private mutating func listwise(
    _ name: Operator, _ arguments: [Rule], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    let list = arguments.isEmpty ? nil : try value(of: arguments[0], in: scope).elements
    if name == .reduce { return try reduced(list ?? [], arguments, in: scope) }
    var results: [JSON] = []
    for element in list ?? [] {
      let result = try apply(arguments, in: .element(element))
      switch name {
      case .map: results.append(result)
      case .filter: if result.isTruthy { results.append(element) }
      case .some: if result.isTruthy { return true }
      case .none: if result.isTruthy { return false }
      default: if !result.isTruthy { return false }
      }
    }
    switch name {
    case .map, .filter: return .array(results)
    case .some: return false
    case .none: return true
    default: return .boolean(list?.isEmpty == false)  // `all` of nothing is false.
    }
  }

  @inline(never) private mutating func reduced(
    _ elements: [JSON], _ arguments: [Rule], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    var accumulator = arguments.count > 2 ? try value(of: arguments[2], in: scope) : .null
    for element in elements {
      accumulator = try apply(arguments, in: .reduction(current: element, accumulator: accumulator))
      try measure(accumulator)  // It is all that can grow without end.
    }
    return accumulator
  }

  /// The rule of a list operator for one element; null if it is missing.
  @inline(never) private mutating func apply(
    _ arguments: [Rule], in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    try charge(1)
    return arguments.count > 1 ? try value(of: arguments[1], in: scope) : .null
  }
}
