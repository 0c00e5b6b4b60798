/// A provider with a context that is always there and with hooks, in OpenFeature's sense.
public struct FeatureClient: Sendable {
  /// What the client is called in hooks.
  public let name: String
  private let provider: any FeatureProvider
  private let context: EvaluationContext
  private let hooks: [any EvaluationHook]

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - provider: Answers the evaluations.
  ///   - name: What the client is called in hooks.
  ///   - context: Added below the context of every evaluation.
  ///   - hooks: Run with every evaluation.
  public init(
    provider: any FeatureProvider, name: String = "",
    context: EvaluationContext = EvaluationContext(), hooks: [any EvaluationHook] = []
  ) {
    self.provider = provider
    self.name = name
    self.context = context
    self.hooks = hooks
  }

  /// The flag's value; `fallback` when there is none of its type.
  public func value<Value: FlagValue>(
    of key: String, default fallback: Value, context: EvaluationContext = EvaluationContext(),
    hooks: [any EvaluationHook] = [], hints: JSONObject = JSONObject()
  ) -> Value {
    details(for: key, default: fallback, context: context, hooks: hooks, hints: hints).value
  }

  /// The flag's value, and how it came about; `fallback` when there is no value of its type.
  ///
  /// - `hooks`: Run with this evaluation, after the client's and before the provider's.
  /// - `hints`: Handed to every hook.
  public func details<Value: FlagValue>(
    for key: String, default fallback: Value, context: EvaluationContext = EvaluationContext(),
    hooks: [any EvaluationHook] = [], hints: JSONObject = JSONObject()
  ) -> EvaluationDetails<Value> {
    let merged = self.context.merging(context)
    let all = self.hooks + hooks + provider.hooks
    guard !all.isEmpty else {
      return provider.details(for: key, default: fallback, context: merged)
    }
    let hookContext = HookContext(
      flagKey: key, flagType: Value.flagType, defaultValue: fallback.flagValue, clientName: name,
      providerName: provider.name, evaluationContext: merged)
    var evaluation = HookedEvaluation(hooks: all, hints: hints, context: hookContext)
    return evaluation.run {
      provider.details(for: key, default: fallback, context: $0)
    } failed: {
      EvaluationDetails(flagKey: key, value: fallback, resolution: .failed(.general, $0))
    }
  }
}

/// One evaluation with hooks.
private struct HookedEvaluation {
  let hooks: [any EvaluationHook]
  let hints: JSONObject
  var context: HookContext

  mutating func run<Value: FlagValue>(
    _ evaluate: (EvaluationContext) -> EvaluationDetails<Value>,
    failed: (String) -> EvaluationDetails<Value>
  ) -> EvaluationDetails<Value> {
    var details: EvaluationDetails<Value>
    do {
      try runBefore()
      details = evaluate(context.evaluationContext)
      if let code = details.errorCode {
        report(code)
      } else {
        for hook in hooks.reversed() {
          try hook.after(context, details: details.erased, hints: hints)
        }
      }
    } catch {
      report(error)
      details = failed("A hook failed: \(error)")
    }
    for hook in hooks.reversed() {
      hook.finally(context, details: details.erased, hints: hints)
    }
    return details
  }

  private mutating func runBefore() throws {
    for hook in hooks {
      guard let addition = try hook.before(context, hints: hints) else { continue }
      context.evaluationContext = context.evaluationContext.merging(addition)
    }
  }

  private func report(_ error: any Error) {
    for hook in hooks.reversed() { hook.error(context, error: error, hints: hints) }
  }
}
