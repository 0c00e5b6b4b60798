import Basics

extension RuleEvaluator {
  /// The operators on numbers.
  @inline(never)
  mutating func arithmetic(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    switch name {
    case .plus: return .number(try sum(operands, in: scope))
    case .times: return try product(operands, in: scope)
    case .minimum, .maximum: return .number(try extreme(name, operands, in: scope))
    default: break
    }
    let (left, right) = try pair(operands, in: scope)
    let first = if let left { try number(of: left) } else { Double.nan }
    guard let right else { return .number(name == .minus ? -first : .nan) }
    let second = try number(of: right)
    switch name {
    case .minus: return .number(first - second)
    case .divided: return .number(first / second)
    default: return .number(first.truncatingRemainder(dividingBy: second))
    }
  }

  @inline(never)
  private mutating func sum(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> Double {
    var sum = 0.0
    for index in 0..<operands.count {
      sum += try leadingNumber(of: argument(index, operands, in: scope))
    }
    return sum
  }

  /// A single factor is its own product, whatever it is.
  @inline(never)
  private mutating func product(
    _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    let factors = try arguments(operands, in: scope)
    guard factors.count != 1 else { return factors[0] }
    guard !factors.isEmpty else { throw .noArguments(Operator.times.rawValue) }
    var product = 1.0
    for factor in factors { product *= try leadingNumber(of: factor) }
    return .number(product)
  }

  /// The smallest or largest number; not a number if one argument is none.
  @inline(never)
  private mutating func extreme(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> Double {
    var extreme = name == .minimum ? Double.infinity : -Double.infinity
    for index in 0..<operands.count {
      let number = try number(of: argument(index, operands, in: scope))
      if number.isNaN || extreme.isNaN {
        extreme = .nan
      } else {
        extreme = name == .minimum ? min(extreme, number) : max(extreme, number)
      }
    }
    return extreme
  }

  /// JavaScript's `parseFloat`: the number that the value's text begins with.
  private mutating func leadingNumber(of value: JSON) throws(JSONLogicError) -> Double {
    if let number = value.double { return number }
    let text = try text(of: value)
    try charge(text.utf8.count / 16)
    return NumericText.leadingNumber(text)
  }
}
