public import Basics

/// A JsonLogic rule, compiled once, with flagd's operators among the others.
///
/// The meaning is that of json-logic-js 2.0.5. Text is compared by code units.
public struct JSONLogicRule: Sendable {
  private let rule: Rule

  /// Compiles a rule; an operator that does not exist is an error only when it is reached.
  public init(_ rule: JSON) {
    var compiler = RuleCompiler()
    self.rule = compiler.compile(rule)
  }

  /// The rule's result for the data.
  ///
  /// - Throws: ``JSONLogicError`` when an operator is unknown, when the result holds a number that
  ///   JSON cannot, or when the rule needs more than a bounded amount of work.
  public func apply(to data: JSON) throws(JSONLogicError) -> JSON {
    var run = RuleEvaluator(data: RuleData(data))
    let result = try run.value(of: rule, in: .root)
    try run.measure(result, isResult: true)
    return result
  }
}
