import Basics

extension RuleEvaluator {
  /// `var` with a constant path.
  @inline(never)
  mutating func attribute(
    _ path: AttributePath, fallback: Int?, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    let fallback = if let fallback { try value(of: fallback, in: scope) } else { JSON.null }
    return value(at: path, in: scope) ?? fallback
  }

  /// The value at a path; `nil` when there is none.
  func value(at path: AttributePath, in scope: RuleScope) -> JSON? {
    switch scope {
    case .root:
      return data.value(at: path)
    case .element(let element):
      return path.value(in: element)
    case .reduction(let current, let accumulator):
      guard let first = path.segments.first else {
        return .object(["current": current, "accumulator": accumulator])
      }
      if first.name.hasSameCodeUnits(as: "current") { return path.value(in: current, from: 1) }
      if first.name.hasSameCodeUnits(as: "accumulator") {
        return path.value(in: accumulator, from: 1)
      }
      return nil
    }
  }

  /// `var` with a computed path, `missing` and `missing_some`.
  @inline(never)
  mutating func lookUp(
    _ name: Operator, _ operands: CompiledRules.Operands, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON {
    let arguments = try arguments(operands, in: scope)
    switch name {
    case .variable:
      return try value(atPath: arguments.first ?? .null, in: scope)
        ?? (arguments.count > 1 ? arguments[1] : .null)
    case .missing:
      return .array(try missing(arguments.first?.elements ?? arguments, in: scope))
    default:
      let paths = arguments.count > 1 ? arguments[1].elements ?? [arguments[1]] : []
      let missing = try missing(paths, in: scope)
      let needed = arguments.first.map(\.asNumber) ?? .nan
      return .array(Double(paths.count - missing.count) >= needed ? [] : missing)
    }
  }

  private mutating func value(
    atPath path: JSON, in scope: RuleScope
  ) throws(JSONLogicError) -> JSON? {
    switch path {
    case .null: return value(at: AttributePath(), in: scope)
    case .string(let text) where text.utf8.isEmpty: return value(at: AttributePath(), in: scope)
    default:
      let text = try text(of: path)
      try charge(text.utf8.count / 16)
      return value(at: AttributePath(text), in: scope)
    }
  }

  /// The paths whose value is null or the empty text.
  private mutating func missing(
    _ paths: [JSON], in scope: RuleScope
  ) throws(JSONLogicError) -> [JSON] {
    var missing: [JSON] = []
    for path in paths {
      try charge(1)
      switch try value(atPath: path, in: scope) {
      case nil, .null: missing.append(path)
      case .string(let text) where text.utf8.isEmpty: missing.append(path)
      default: continue
      }
    }
    return missing
  }
}
