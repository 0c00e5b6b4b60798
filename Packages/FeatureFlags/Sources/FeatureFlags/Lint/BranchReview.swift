import Basics

/// Finds the branches of an `if` that are never reached.
struct BranchReview {
  private(set) var findings: [LintFinding] = []

  init(_ operation: Operation) {
    let arguments = operation.arguments
    var conditions: [JSON: Int] = [:]
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      let condition = arguments[index]
      if let constant = condition.constant {
        guard constant.isTruthy else {
          add(operation, index + 1, "this is never reached: the condition is never true")
          continue
        }
        if index + 2 < arguments.count {
          add(operation, index + 2, "this is never reached: the condition before is always true")
        }
        return
      }
      if let earlier = conditions[condition] {
        let place = operation.path(of: earlier)
        add(
          operation, index + 1, "this is never reached: the condition is that of \(place)")
      } else {
        conditions[condition] = index
      }
    }
  }

  private mutating func add(_ operation: Operation, _ index: Int, _ message: String) {
    findings.append(LintFinding(operation.path(of: index), message, .warning))
  }
}
