public import Basics

/// A flag's variant for a context, and the level that decided it.
public struct FlagExplanation: Sendable, Equatable {
  public let key: String
  /// The type of the flag's values; `nil` for an unknown flag.
  public let type: FlagType?
  /// The value, null without one, and its reason.
  public let details: EvaluationDetails<JSON>
  /// The name of the level that decided; `nil` when no level defines the flag.
  public let origin: String?
  /// The rule that decided: the condition that was true, or the expression that chose.
  public let rule: JSON?
  /// The path of that rule in the definition document.
  public let rulePath: String?

  /// The variant that holds; `nil` when the caller's default does.
  public var variant: String? { details.variant }

  /// The explanation as one object: `key`, `type`, `value`, `variant`, `reason`, `origin`,
  /// `errorCode`, `errorMessage`, and optionally `rule` and `rulePath`.
  public func json(withRule: Bool = true) -> JSON {
    var json: JSON.Object = [
      "key": .string(key), "type": .optional(type?.rawValue), "value": details.value,
      "variant": .optional(variant), "reason": .string(details.reason.rawValue),
      "origin": .optional(origin), "errorCode": .optional(details.errorCode?.rawValue),
      "errorMessage": .optional(details.errorMessage),
    ]
    if withRule {
      json["rule"] = rule ?? .null
      json["rulePath"] = .optional(rulePath)
    }
    return .object(json)
  }
}

extension LayeredProvider {
  /// Returns a flag's variant for a context, the level that decided it, and the rule.
  ///
  /// An override counts even when no level defines the flag; the value is null then.
  public func explain(
    _ key: String, context: EvaluationContext = EvaluationContext()
  ) -> FlagExplanation {
    switch decision(on: key) {
    case .override(let variant, let level):
      let type = definitions(of: key)?.type(of: key)
      var resolution = overridden(key, with: variant, as: type ?? .object)
      if resolution.errorCode == .flagNotFound {
        resolution = .chosen(.null, variant: variant, reason: .static)
      }
      return FlagExplanation(key, type, resolution, origin: level)
    case .definition(let flag, let definitions, let level):
      let resolution = definitions.resolve(key, as: flag.type ?? .object, context: context)
      var trace: RuleTrace?
      if resolution.reason == .targetingMatch, case .targeted(let rule, _) = flag.behavior,
        let targeting = flag.targeting
      {
        var run = definitions.run(for: flag, context: context)
        let path = JSONPath.root.appending("flags").appending(key).appending("targeting")
        trace = RuleTrace(rule, json: targeting, path: path, run: &run)
      }
      return FlagExplanation(key, flag.type, resolution, origin: level, trace)
    case nil: return FlagExplanation(key, nil, .notFound(key), origin: nil)
    }
  }
}

extension FlagExplanation {
  fileprivate init(
    _ key: String, _ type: FlagType?, _ resolution: FlagResolution, origin: String?,
    _ trace: RuleTrace? = nil
  ) {
    let value = resolution.value ?? .null
    self.init(
      key: key, type: type,
      details: EvaluationDetails(flagKey: key, value: value, resolution: resolution),
      origin: origin, rule: trace?.rule, rulePath: trace?.path.description)
  }
}

/// The part of a rule that decided its result.
///
/// It follows each `if` to the branch that was taken. A branch that is a rule decides itself; for a
/// constant branch its condition decided, and for a constant "else" the whole `if`.
private struct RuleTrace {
  let rule: JSON
  let path: JSONPath

  /// Follows a compiled rule, whose JSON is `json`; `nil` when it cannot be run.
  init?(_ rule: Rule, json: JSON, path: JSONPath, run: inout RuleEvaluator) {
    var (compiled, json, path) = (rule, json, path)
    while case .operation(let name, let arguments) = compiled,
      name == .conditional || name == .ternary, let member = json.object?.members.first,
      case .array(let branches) = member.value, branches.count == arguments.count
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
