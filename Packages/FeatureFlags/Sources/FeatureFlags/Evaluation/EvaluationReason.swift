/// The reasons for a value, as in OpenFeature.
public enum EvaluationReason: String, Sendable {
  /// The flag has no targeting, so the value is the same for everyone.
  case `static` = "STATIC"
  /// Targeting chose nothing, or the flag has no default variant.
  case `default` = "DEFAULT"
  /// Targeting chose the variant, also by a split.
  case targetingMatch = "TARGETING_MATCH"
  /// A pseudorandom assignment chose the variant; flagd, and so this package, never reports this.
  case split = "SPLIT"
  /// The value comes from a provider's cache.
  case cached = "CACHED"
  /// The flag is switched off; the value is the caller's default.
  case disabled = "DISABLED"
  /// The provider does not know the reason.
  case unknown = "UNKNOWN"
  /// The value comes from a cache that may be out of date.
  case stale = "STALE"
  /// Something is wrong; the value is the caller's default.
  case error = "ERROR"
}
