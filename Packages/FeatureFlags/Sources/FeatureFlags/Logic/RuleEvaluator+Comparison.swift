import Basics

extension JSON {
  /// `===`: the same kind and the same value; a list or an object is only the same as nothing.
  func isSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.array, _), (.object, _): false
    case (.number(let own), .number(let other)): own.double == other.double
    default: self == other
    }
  }
}

extension RuleEvaluator {
  /// The operators `==` to `>=`.
  @inline(never)
  mutating func comparison(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> Bool {
    if operands.count > 2, name == .less || name == .atMost {
      return try isBetween(name, operands, in: scope)
    }
    let (left, right) = try pair(operands, in: scope)
    switch name {
    case .equal: return try isEqual(left ?? .null, right ?? .null)
    case .unequal: return try !isEqual(left ?? .null, right ?? .null)
    case .same: return try isSame(left, right)
    case .different: return try !isSame(left, right)
    default: return try isOrdered(name, left, right)
    }
  }

  @inline(never)
  private mutating func isBetween(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> Bool {
    let values = try arguments(operands, in: scope)
    guard try isOrdered(name, values[0], values[1]) else { return false }
    return try isOrdered(name, values[1], values[2])
  }

  private mutating func isSame(_ left: JSON?, _ right: JSON?) throws(JSONLogicError) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let own = left.text, let other = right.text {
      try charge(min(own.utf8.count, other.utf8.count) / 16)
    }
    return left.isSame(as: right)
  }

  /// JavaScript's `==`.
  private mutating func isEqual(
    _ left: JSON, _ right: JSON
  ) throws(JSONLogicError) -> Bool {
    switch (left, right) {
    case (.string(let own), .string(let other)):
      try charge(min(own.utf8.count, other.utf8.count) / 16)
      return own.hasSameCodeUnits(as: other)
    case (.null, _), (_, .null), (.number, .number), (.boolean, .boolean):
      return left.isSame(as: right)
    case (.array, .array), (.array, .object), (.object, .array), (.object, .object):
      return false
    case (.boolean, _): return try isEqual(.number(left.asNumber), right)
    case (_, .boolean): return try isEqual(left, .number(right.asNumber))
    case (.array, _), (.object, _): return try isEqual(.string(text(of: left)), right)
    case (_, .array), (_, .object): return try isEqual(left, .string(text(of: right)))
    case (.number, .string), (.string, .number): return try number(of: left) == number(of: right)
    }
  }

  /// JavaScript's `<`, `<=`, `>` and `>=`; a missing argument is not a number.
  private mutating func isOrdered(
    _ name: Operator, _ left: JSON?, _ right: JSON?
  ) throws(JSONLogicError) -> Bool {
    guard let left, let right else { return false }
    let first = try primitive(left)
    let second = try primitive(right)
    if case .string(let own) = first, case .string(let other) = second {
      try charge((own.utf8.count + other.utf8.count) / 16)
      return Self.isOrdered(name, own, other)
    }
    let own = try number(of: first)
    let other = try number(of: second)
    switch name {
    case .less: return own < other
    case .atMost: return own <= other
    case .greater: return own > other
    default: return own >= other
    }
  }

  private static func isOrdered(_ name: Operator, _ left: String, _ right: String) -> Bool {
    switch name {
    case .less: left.utf16.lexicographicallyPrecedes(right.utf16)
    case .atMost: !right.utf16.lexicographicallyPrecedes(left.utf16)
    case .greater: right.utf16.lexicographicallyPrecedes(left.utf16)
    default: !left.utf16.lexicographicallyPrecedes(right.utf16)
    }
  }

  /// The value, or the text of a list or an object.
  private mutating func primitive(_ value: JSON) throws(JSONLogicError) -> JSON {
    switch value {
    case .array, .object: .string(try text(of: value))
    default: value
    }
  }
}
