import Basics

extension RuleCompiler {
  mutating func compileOperation(_ member: JSON.Object.Member, depth: Int) -> Int {
    guard let name = Operator(rawValue: member.name) else {
      constants.append(.string(member.name))
      return append(.unknownOperator(constants.count - 1))
    }
    let arguments = compileArguments(member.value, depth: depth)
    switch name {
    case .variable: return append(attribute(arguments) ?? .operation(name, arguments))
    case .fractional: return append(split(arguments) ?? .operation(name, arguments))
    default: return append(.operation(name, arguments))
    }
  }

  /// A `var` with a constant path.
  private mutating func attribute(_ arguments: CompiledRules.Operands) -> CompiledRules.Node? {
    var path = AttributePath()
    if arguments.count > 0 {
      switch constant(at: operands[arguments.first]) {
      case .null: break
      case .string(let text) where text.utf8.isEmpty: break
      case .string(let text): path = AttributePath(text)
      case .number(let number): path = AttributePath(number.double.javaScriptText)
      default: return nil
      }
    }
    paths.append(path)
    return .attribute(
      paths.count - 1,
      fallback: arguments.count > 1 ? operands[arguments.first + 1] : nil)
  }

  /// A `fractional` with constant buckets.
  private mutating func split(_ arguments: CompiledRules.Operands) -> CompiledRules.Node? {
    let compiled = operands[arguments.first..<arguments.first + arguments.count]
    let values = compiled.map { constant(at: $0) }
    guard let first = values.first else { return nil }
    let isShorthand = first?.elements != nil
    let buckets = isShorthand ? values[...] : values.dropFirst()
    guard let split = ConstantSplit(buckets: buckets.compactMap { $0 }),
      buckets.allSatisfy({ $0 != nil })
    else { return nil }
    splits.append(isShorthand ? split.shorthand() : split)
    return .split(splits.count - 1, arguments)
  }
}
