import Basics

extension RuleEvaluator {
  /// The operators on numbers.
  @inline(never)
  mutating func arithmetic(_ name: Operator, _ values: [JSON]) throws(JSONLogicError) -> JSON {
    switch name {
    case .plus:
      var sum = 0.0
      for value in values { sum += try leadingNumber(of: value) }
      return .number(sum)
    case .times:
      guard values.count != 1 else { return values[0] }  // Its own product, whatever it is.
      guard !values.isEmpty else { throw .noArguments(name.rawValue) }
      var product = 1.0
      for value in values { product *= try leadingNumber(of: value) }
      return .number(product)
    case .minimum, .maximum: return .number(try extreme(name, values))
    default: break
    }
    let first = if let value = values.first { try number(of: value) } else { Double.nan }
    guard values.count > 1 else { return .number(name == .minus ? -first : .nan) }
    let second = try number(of: values[1])
    switch name {
    case .minus: return .number(first - second)
    case .divided: return .number(first / second)
    default: return .number(first.truncatingRemainder(dividingBy: second))
    }
  }

  /// The smallest or largest number; not a number if one value is none.
  private mutating func extreme(
    _ name: Operator, _ values: [JSON]
  ) throws(JSONLogicError) -> Double {
    var numbers: [Double] = []
    for value in values { numbers.append(try number(of: value)) }
    if numbers.contains(where: \.isNaN) { return .nan }
    return name == .minimum ? numbers.min() ?? .infinity : numbers.max() ?? -.infinity
  }

  /// JavaScript's `parseFloat`: the number that the value's text begins with.
  private mutating func leadingNumber(of value: JSON) throws(JSONLogicError) -> Double {
    if let number = value.double { return number }
    let text = try text(of: value)
    try charge(text.utf8.count / 16)
    return NumericText.leadingNumber(text)
  }

  /// The operators `==` to `>=`.
  @inline(never)
  mutating func comparison(_ name: Operator, _ values: [JSON]) throws(JSONLogicError) -> Bool {
    let left = values.first
    let right = values.dropFirst().first
    switch name {
    case .equal: return try isEqual(left ?? .null, right ?? .null)
    case .unequal: return try !isEqual(left ?? .null, right ?? .null)
    case .same: return try isSame(left, right)
    case .different: return try !isSame(left, right)
    case .less where values.count > 2, .atMost where values.count > 2:
      guard try isOrdered(name, left, right) else { return false }
      return try isOrdered(name, right, values[2])
    default: return try isOrdered(name, left, right)
    }
  }

  private mutating func isSame(_ left: JSON?, _ right: JSON?) throws(JSONLogicError) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let own = left.text, let other = right.text {
      try charge(min(own.utf8.count, other.utf8.count) / 16)
    }
    return left.isSame(as: right)
  }

  /// JavaScript's `==`.
  private mutating func isEqual(_ left: JSON, _ right: JSON) throws(JSONLogicError) -> Bool {
    switch (left, right) {
    case (.string, .string), (.null, _), (_, .null), (.number, .number), (.boolean, .boolean):
      return try isSame(left, right)
    case (.array, .array), (.array, .object), (.object, .array), (.object, .object): return false
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
    var (own, other) = (0.0, 0.0)
    if case .string(let text) = first, case .string(let otherText) = second {
      try charge((text.utf8.count + otherText.utf8.count) / 16)
      if text.utf16.lexicographicallyPrecedes(otherText.utf16) { other = 1 }
      if otherText.utf16.lexicographicallyPrecedes(text.utf16) { own = 1 }
    } else {
      own = try number(of: first)
      other = try number(of: second)
    }
    switch name {
    case .less: return own < other
    case .atMost: return own <= other
    case .greater: return own > other
    default: return own >= other
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
