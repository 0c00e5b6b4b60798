public import Basics

/// A provider of flags, as in OpenFeature.
///
/// Answering never throws.
public protocol FeatureProvider: Sendable {
  /// The answer for a flag and a context, for a value of the given type.
  func resolve(_ key: String, as type: FlagType, context: EvaluationContext) -> FlagResolution
}

extension FeatureProvider {
  /// The flag's value, and how it came about; `fallback` when there is no value of its type.
  @inlinable @inline(__always)  // So that callers in other modules get the code for their type.
  public func details<Value: FlagValue>(
    for key: String, default fallback: Value, context: EvaluationContext = EvaluationContext()
  ) -> EvaluationDetails<Value> {
    let resolution = resolve(key, as: Value.flagType, context: context)
    guard let json = resolution.value, let value = Value.flagValue(of: json) else {
      return EvaluationDetails(flagKey: key, value: fallback, resolution: resolution)
    }
    return EvaluationDetails(flagKey: key, value: value, resolution: resolution)
  }

  /// The flag's value as JSON, with the reason; `fallback` is returned unchanged.
  public func details(
    for key: String, type: FlagType, default fallback: JSON,
    context: EvaluationContext = EvaluationContext()
  ) -> EvaluationDetails<JSON> {
    let resolution = resolve(key, as: type, context: context)
    return EvaluationDetails(
      flagKey: key, value: resolution.value ?? fallback, resolution: resolution)
  }

  /// The flag's value; `fallback` when there is none of its type.
  @inlinable @inline(__always)
  public func value<Value: FlagValue>(
    of key: String, default fallback: Value, context: EvaluationContext = EvaluationContext()
  ) -> Value {
    details(for: key, default: fallback, context: context).value
  }
}
