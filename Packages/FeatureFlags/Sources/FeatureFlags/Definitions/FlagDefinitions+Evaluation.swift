public import Basics

extension FlagDefinitions: FeatureProvider {
  /// The answer for a flag and a context; the steps are those of flagd 0.16.
  public func resolve(
    _ key: String, as type: FlagType, context: EvaluationContext
  ) -> FlagResolution {
    var workLeft = JSONLogicRule.mostWork
    return answer(key, as: type, context: context, &workLeft)
  }

  /// The answer for a value of any type.
  public func resolve(_ key: String, context: EvaluationContext) -> FlagResolution {
    var workLeft = JSONLogicRule.mostWork
    return answer(key, as: nil, context: context, &workLeft)
  }

  /// The details of an evaluation whose context is not an object.
  public func invalidContext(for key: String, default fallback: JSON) -> EvaluationDetails<JSON> {
    EvaluationDetails(
      flagKey: key, value: fallback,
      resolution: .failed(
        .invalidContext, "The context is not an object.", metadata: metadata(of: key)))
  }

  /// - Parameter workLeft: The units of work that the rules of several flags may still take together;
  ///   a flag whose rule needs more has an error.
  @inline(__always)
  func answer(
    _ key: String, as type: FlagType?, context: EvaluationContext, _ workLeft: inout Int
  ) -> FlagResolution {
    guard let flag = flag(key) else {
      return .notFound(key, metadata: storage.metadata)
    }
    switch flag.behavior {
    case .fixed(let answer): return answer.checked(as: type)
    case .targeted(let rule, let answer):
      return resolve(flag, rule: rule, default: answer, as: type, context: context, &workLeft)
    }
  }

  private func resolve(
    _ flag: CompiledFlag, rule: Rule, default answer: FlagResolution, as type: FlagType?,
    context: EvaluationContext, _ workLeft: inout Int
  ) -> FlagResolution {
    var run = run(for: flag, context: context, workLeft: workLeft)
    defer { workLeft = run.workLeft }
    let name: String
    do throws(JSONLogicError) {
      switch try run.value(of: rule, in: .root) {
      case .null: return answer.checked(as: type)
      case .string(let text): name = text
      case .boolean(let value): name = value ? "true" : "false"
      case .number(let number) where number.double.isFinite: name = number.double.javaScriptText
      case .number: throw JSONLogicError.notJSON
      case .array, .object:
        return .failed(
          .general, "The flag's rule gave a list or an object, not a variant's name.",
          metadata: flag.metadata)
      }
    } catch {
      return .failed(
        error == .tooMuchWork ? .general : .parseError,
        "The flag's rule cannot be run: \(error)", metadata: flag.metadata)
    }
    guard let match = flag.match(name) else {
      return .failed(
        .general, "The flag's rule named \(name.quoted), which is no variant.",
        metadata: flag.metadata)
    }
    return match.checked(as: type)
  }

  /// A run of this document's rules for a flag.
  func run(
    for flag: CompiledFlag, context: EvaluationContext, workLeft: Int = JSONLogicRule.mostWork
  ) -> RuleEvaluator {
    RuleEvaluator(
      data: RuleData(context: context.attributes, flag: flag.key, clock: clock), workLeft: workLeft)
  }
}
