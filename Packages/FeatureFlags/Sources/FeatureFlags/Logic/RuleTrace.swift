import Basics

/// The part of a rule that decided its result.
///
/// It follows each `if` to the branch that was taken. A branch that is a rule decides itself; for a
/// constant branch its condition decided, and for a constant "else" the whole `if`.
struct RuleTrace {
  let rule: JSON
  let path: JSONPath

  /// Follows the rule at `node`, whose JSON is `rule`; `nil` when it cannot be run.
  init?(node: Int, rule: JSON, path: JSONPath, run: inout RuleEvaluator) {
    self.init(rule: rule, path: path)
    var node = node
    while case .operation(let name, let operands) = run.program.nodes[node],
      name == .conditional || name == .ternary,
      let member = self.rule.object?.members.first, case .array(let branches) = member.value,
      branches.count == operands.count
    {
      let list = self.path.appending(member.name)
      guard let taken = Self.branch(operands, &run) else { return nil }
      let isRule = branches[taken].object?.count == 1
      if isRule {
        self.init(rule: branches[taken], path: list.appending(taken))
        node = run.program.operands[operands.first + taken]
      } else {
        let isElse = taken % 2 == 0
        if !isElse {
          self.init(rule: branches[taken - 1], path: list.appending(taken - 1))
        }
        return
      }
    }
  }

  private init(rule: JSON, path: JSONPath) {
    self.rule = rule
    self.path = path
  }

  /// The index of the branch that an `if` takes; `nil` when it takes none.
  private static func branch(
    _ operands: CompiledRules.Operands, _ run: inout RuleEvaluator
  ) -> Int? {
    var index = 0
    while index + 1 < operands.count {
      guard let condition = try? run.argument(index, operands, in: .root) else { return nil }
      if condition.isTruthy { return index + 1 }
      index += 2
    }
    return index < operands.count ? index : nil
  }
}
