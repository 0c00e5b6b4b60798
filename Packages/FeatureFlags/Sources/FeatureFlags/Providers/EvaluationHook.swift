/// What a hook is told about the evaluation it runs with.
public struct HookContext: Sendable {
  /// The key that is evaluated.
  public let flagKey: String
  /// The type that the caller asked for.
  public let flagType: FlagType
  /// The caller's default.
  public let defaultValue: JSONValue
  /// The name of the client.
  public let clientName: String
  /// The name of the provider.
  public let providerName: String
  /// The context so far: the client's, the caller's, and what earlier hooks added.
  public internal(set) var evaluationContext: EvaluationContext
}

/// Code that runs at the four stages of every evaluation, in OpenFeature's sense.
///
/// `before` hooks run in the order client, caller, provider; the others in the opposite order.
/// A hook that throws in `before` or `after` makes the evaluation an error with the code GENERAL.
public protocol EvaluationHook: Sendable {
  /// Runs before the evaluation; what it returns is added to the context.
  func before(_ context: HookContext, hints: JSONObject) throws -> EvaluationContext?
  /// Runs after an evaluation without an error.
  func after(
    _ context: HookContext, details: EvaluationDetails<JSONValue>, hints: JSONObject) throws
  /// Runs when the evaluation, or a hook before or after it, went wrong.
  func error(_ context: HookContext, error: any Error, hints: JSONObject)
  /// Runs at the end, whatever happened.
  func finally(_ context: HookContext, details: EvaluationDetails<JSONValue>, hints: JSONObject)
}

extension EvaluationHook {
  /// Adds nothing.
  public func before(_ context: HookContext, hints: JSONObject) -> EvaluationContext? { nil }
  /// Does nothing.
  public func after(
    _ context: HookContext, details: EvaluationDetails<JSONValue>, hints: JSONObject
  ) {}
  /// Does nothing.
  public func error(_ context: HookContext, error: any Error, hints: JSONObject) {}
  /// Does nothing.
  public func finally(
    _ context: HookContext, details: EvaluationDetails<JSONValue>, hints: JSONObject
  ) {}
}
