import Basics

/// The part of a rule that decided its result.
///
/// It follows each `if` to the branch that was taken. A branch that is a rule decides itself; for a
/// constant branch its condition decided, and for a constant "else" the whole `if`.
struct RuleTrace {
  let rule: JSON
  let path: JSONPath

  /// Follows a compiled rule, whose JSON is `json`; `nil` when it cannot be run.
  init?(_ rule: Rule, json: JSON, path: JSONPath, run: inout RuleEvaluator) {
    var (compiled, json, path) = (rule, json, path)
    while case .operation(let name, let arguments) = compiled,
      name == .conditional || name == .ternary,
      let member = json.object?.members.first, case .array(let branches) = member.value,
      branches.count == arguments.count
    {
      guard let taken = try? run.branch(arguments, in: .root) else { return nil }
      let isRule = branches[taken].object?.count == 1
      let isElse = taken % 2 == 0
      if !isRule && isElse { break }
      let decisive = isRule ? taken : taken - 1
      (compiled, json) = (arguments[decisive], branches[decisive])
      path = path.appending(member.name).appending(decisive)
      if !isRule { break }
    }
    self.rule = json
    self.path = path
  }
}
