import Basics

/// An operator of a rule with its arguments.
struct Operation {
  let name: String
  /// `nil` for an operator that does not exist.
  let kind: Operator?
  /// The arguments; one that is not in a list stands alone.
  let arguments: [JSON]
  /// The path of the rule.
  let path: JSONPath
  private let isList: Bool

  /// - Returns: `nil` for an object that is no rule.
  init?(_ object: JSON.Object, _ path: JSONPath) {
    guard object.count == 1, let member = object.members.first else { return nil }
    name = member.name
    kind = Operator(rawValue: name)
    arguments = member.value.elements ?? [member.value]
    isList = member.value.elements != nil
    self.path = path
  }

  func path(of index: Int) -> JSONPath {
    isList ? path.appending(name).appending(index) : path.appending(name)
  }

  /// The arguments that can be the result of the rule.
  var results: [(value: JSON, path: JSONPath)] {
    switch kind {
    case .conditional, .ternary:
      let last = arguments.count - 1
      return arguments.indices.filter { !$0.isMultiple(of: 2) || $0 == last }
        .map { (arguments[$0], path(of: $0)) }
    case .fractional:
      return arguments.indices.compactMap { index in
        arguments[index].elements?.first.map { ($0, path(of: index).appending(0)) }
      }
    case .and, .or: return arguments.last.map { [($0, path(of: arguments.count - 1))] } ?? []
    default: return []
    }
  }

  /// Whether it reads attributes other than the targeting key and those of `$flagd`; a computed name
  /// may be any.
  var readsAttributes: Bool {
    let names: [JSON] =
      switch kind {
      case .variable: [arguments.first ?? .null]
      case .missing: arguments.flatMap { $0.elements ?? [$0] }
      case .missingSome: arguments.dropFirst().flatMap { $0.elements ?? [$0] }
      default: []
      }
    return names.contains { name in
      guard let name = name.text else { return true }
      return !name.hasSameCodeUnits(as: EvaluationContext.targetingKeyName)
        && !name.hasSameCodeUnits(as: "$flagd") && !name.hasPrefix("$flagd.")
    }
  }
}

extension JSON {
  /// The value of a rule that is the same in every context; `nil` for any other, and for a large
  /// one.
  var constant: JSON? {
    switch self {
    case .null, .boolean, .number, .string: return self
    case .array, .object:
      var remaining = 64
      guard isConstant(&remaining) else { return nil }
      return try? JSONLogicRule(self).apply(to: .null)
    }
  }

  private func isConstant(_ remaining: inout Int) -> Bool {
    remaining -= 1
    guard remaining > 0 else { return false }
    switch self {
    case .null, .boolean, .number, .string: return true
    case .array(let elements): return elements.allSatisfy { $0.isConstant(&remaining) }
    case .object(let object):
      if object.isEmpty { return true }
      let others: [Operator] = [.variable, .missing, .missingSome, .fractional]
      guard object.count == 1, let member = object.members.first,
        let operation = Operator(rawValue: member.name), !others.contains(operation)
      else { return false }
      return member.value.isConstant(&remaining)
    }
  }
}
