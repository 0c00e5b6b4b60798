import Basics

extension RuleEvaluator {
  /// The operators on lists.
  @inline(never)
  mutating func listwise(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    if name == .merge { return .array(try merged(operands, in: scope)) }
    let list = operands.count > 0 ? try argument(0, operands, in: scope).elements : nil
    if name == .reduce { return try reduced(list, operands, in: scope) }
    let elements = list ?? []
    switch name {
    case .map: return .array(try mapped(elements, operands))
    case .filter: return .array(try filtered(elements, operands))
    case .some: return .boolean(try contains(elements, operands, isTruthy: true))
    case .none: return .boolean(try !contains(elements, operands, isTruthy: true))
    default:  // `all` of nothing is false.
      guard !elements.isEmpty else { return false }
      return .boolean(try !contains(elements, operands, isTruthy: false))
    }
  }

  /// All arguments in one list; a list among them adds its elements.
  @inline(never)
  private mutating func merged(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> [JSON] {
    var merged: [JSON] = []
    for index in 0..<operands.count {
      let value = try argument(index, operands, in: scope)
      guard let elements = value.elements else {
        merged.append(value)
        continue
      }
      try charge(elements.count * 4)  // Memory is what a merged list takes most of.
      merged.append(contentsOf: elements)
    }
    return merged
  }

  /// The rule of a list operator, its second argument, for one element; null if it is missing.
  @inline(never)
  private mutating func apply(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    try charge(1)
    return operands.count > 1 ? try argument(1, operands, in: scope) : .null
  }

  @inline(never)
  private mutating func mapped(
    _ elements: [JSON], _ operands: CompiledRules.Operands
  ) throws(JSONLogicError) -> [JSON] {
    var mapped: [JSON] = []
    for element in elements { mapped.append(try apply(operands, in: .element(element))) }
    return mapped
  }

  @inline(never)
  private mutating func filtered(
    _ elements: [JSON], _ operands: CompiledRules.Operands
  ) throws(JSONLogicError) -> [JSON] {
    var filtered: [JSON] = []
    for element in elements where try apply(operands, in: .element(element)).isTruthy {
      filtered.append(element)
    }
    return filtered
  }

  @inline(never)
  private mutating func contains(
    _ elements: [JSON], _ operands: CompiledRules.Operands, isTruthy: Bool
  ) throws(JSONLogicError) -> Bool {
    for element in elements
    where try apply(operands, in: .element(element)).isTruthy == isTruthy {
      return true
    }
    return false
  }

  @inline(never)
  private mutating func reduced(
    _ elements: [JSON]?, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    var accumulator = operands.count > 2 ? try argument(2, operands, in: scope) : .null
    for element in elements ?? [] {
      accumulator = try apply(
        operands, in: .reduction(current: element, accumulator: accumulator))
      try measure(accumulator)  // It is all that can grow without end.
    }
    return accumulator
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
      for element in elements {
        try measure(element, depth: depth + 1, isResult: isResult)
      }
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
