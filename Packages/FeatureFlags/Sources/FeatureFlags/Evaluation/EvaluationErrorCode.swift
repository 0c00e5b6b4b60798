/// The error codes of OpenFeature.
public enum EvaluationErrorCode: String, Error, Sendable {
  /// The provider has nothing to evaluate yet.
  case providerNotReady = "PROVIDER_NOT_READY"
  /// The provider cannot work at all.
  case providerFatal = "PROVIDER_FATAL"
  /// No flag has this key.
  case flagNotFound = "FLAG_NOT_FOUND"
  /// The flag's definition or its rule cannot be run.
  case parseError = "PARSE_ERROR"
  /// The variant's value does not have the requested type.
  case typeMismatch = "TYPE_MISMATCH"
  /// The provider needs a targeting key and the context has none.
  case targetingKeyMissing = "TARGETING_KEY_MISSING"
  /// The context is not an object.
  case invalidContext = "INVALID_CONTEXT"
  /// Anything else, such as a rule that names no variant.
  case general = "GENERAL"
}
