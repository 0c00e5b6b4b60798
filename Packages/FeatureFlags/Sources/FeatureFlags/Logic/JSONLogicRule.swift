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

  /// The units of work that one run may take: a step, or an element or 16 bytes that a step handles. An
  /// honest rule needs a few dozen.
  public static let mostWork = 10_000_000

  /// The rule's result for the data.
  ///
  /// - Parameters:
  ///   - data: What the rule reads.
  ///   - work: The units of work that the run may take.
  /// - Throws: ``JSONLogicError`` when an operator is unknown, when the result holds a number that
  ///   JSON cannot, or when the rule needs more work.
  public func apply(to data: JSON, work: Int = mostWork) throws(JSONLogicError) -> JSON {
    var run = RuleEvaluator(data: RuleData(value: data), workLeft: work)
    let result = try run.value(of: rule, in: .root)
    try run.measure(result, isResult: true)
    return result
  }
}

/// An error of a rule.
public enum JSONLogicError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The rule uses an operator that does not exist.
  case unknownOperator(String)
  /// An operator that needs at least one argument has none.
  case noArguments(String)
  /// The result is, or holds, a number that JSON cannot: not a number, or infinite.
  case notJSON
  /// The rule is nested too deeply, or builds a value that is.
  case tooDeep
  /// The rule needs more work than any honest rule does.
  case tooMuchWork

  public var description: String {
    switch self {
    case .unknownOperator(let name):
      "There is no operator \(name.quoted). Check the rule's spelling."
    case .noArguments(let name): "The operator \(name.quoted) needs at least one argument."
    case .notJSON: "The result is not a number that JSON can hold. Check the rule's arithmetic."
    case .tooDeep: "The rule or its result is nested too deeply. Make it flatter."
    case .tooMuchWork:
      "The rule needs too much work. Make its lists or texts, or those of the context, shorter."
    }
  }
}
