public import Basics

/// The reasons for a value, as in OpenFeature; a provider of this package reports only these.
public enum EvaluationReason: String, Sendable {
  /// The flag has no targeting, so the value is the same for everyone.
  case `static` = "STATIC"
  /// Targeting chose nothing, or the flag has no default variant.
  case `default` = "DEFAULT"
  /// Targeting chose the variant, also by a split.
  case targetingMatch = "TARGETING_MATCH"
  /// The flag is switched off; the value is the caller's default.
  case disabled = "DISABLED"
  /// Something is wrong; the value is the caller's default.
  case error = "ERROR"
}

/// The error codes of OpenFeature; a provider of this package reports only these.
public enum EvaluationErrorCode: String, Error, Sendable {
  /// No flag has this key.
  case flagNotFound = "FLAG_NOT_FOUND"
  /// The flag's definition or its rule cannot be run.
  case parseError = "PARSE_ERROR"
  /// The variant's value does not have the requested type.
  case typeMismatch = "TYPE_MISMATCH"
  /// The context is not an object.
  case invalidContext = "INVALID_CONTEXT"
  /// Anything else, such as a rule that names no variant.
  case general = "GENERAL"
}

/// A provider's answer: a value, or the reason for the caller's default.
///
/// It is a class, so that an answer that was prepared in advance is handed out for free.
public final class FlagResolution: Sendable, Equatable {
  /// The variant's value; `nil` when the caller's default is to be used.
  public let value: JSON?
  /// The variant's name; `nil` when there is none.
  public let variant: String?
  public let reason: EvaluationReason
  /// The error; set if and only if the reason is ``EvaluationReason/error``.
  public let errorCode: EvaluationErrorCode?
  public let errorMessage: String?
  public let flagMetadata: FlagMetadata

  private init(
    value: JSON? = nil, variant: String? = nil, reason: EvaluationReason,
    errorCode: EvaluationErrorCode? = nil, errorMessage: String? = nil, metadata: FlagMetadata
  ) {
    self.value = value
    self.variant = variant
    self.reason = reason
    self.errorCode = errorCode
    self.errorMessage = errorMessage
    flagMetadata = metadata
  }

  public static func chosen(
    _ value: JSON, variant: String?, reason: EvaluationReason,
    metadata: FlagMetadata = FlagMetadata()
  ) -> FlagResolution {
    FlagResolution(value: value, variant: variant, reason: reason, metadata: metadata)
  }

  /// Creates the answer that the caller's default is to be used, which is no error.
  public static func useDefault(
    reason: EvaluationReason, metadata: FlagMetadata = FlagMetadata()
  ) -> FlagResolution {
    FlagResolution(reason: reason, metadata: metadata)
  }

  public static func failed(
    _ code: EvaluationErrorCode, _ message: String, metadata: FlagMetadata = FlagMetadata()
  ) -> FlagResolution {
    FlagResolution(reason: .error, errorCode: code, errorMessage: message, metadata: metadata)
  }

  static func notFound(_ key: String, metadata: FlagMetadata = FlagMetadata()) -> FlagResolution {
    .failed(.flagNotFound, "There is no flag \(key.quoted).", metadata: metadata)
  }

  /// The answer for a value of the given type, or of any.
  func checked(as type: FlagType?) -> FlagResolution {
    guard let value, let type, !type.accepts(value) else { return self }
    return .failed(
      .typeMismatch, "The flag's value is not of the type \(type.rawValue).",
      metadata: flagMetadata)
  }

  public static func == (left: FlagResolution, right: FlagResolution) -> Bool {
    left.value == right.value && left.variant == right.variant && left.reason == right.reason
      && left.errorCode == right.errorCode && left.errorMessage == right.errorMessage
      && left.flagMetadata == right.flagMetadata
  }
}

/// The metadata of a flag: its own over that of its flag set.
public struct FlagMetadata: Sendable, Equatable {
  private let own: JSON.Object
  private let shared: JSON.Object

  public init() { self.init(own: JSON.Object(), shared: JSON.Object()) }

  /// Metadata of a flag over that of its set; both hold texts, numbers and booleans.
  init(own: JSON.Object, shared: JSON.Object) {
    self.own = own
    self.shared = shared
  }

  /// The texts, numbers and booleans of a definition's `metadata`; anything else is left out.
  static func usable(_ json: JSON?) -> JSON.Object {
    var usable = JSON.Object()
    for member in json?.object?.members ?? [] {
      switch member.value {
      case .string, .number, .boolean: usable[member.name] = member.value
      default: continue
      }
    }
    return usable
  }

  /// The texts, numbers and booleans by their names.
  public var json: JSON.Object {
    if own.isEmpty { return shared }
    var merged = shared
    for member in own.members { merged[member.name] = member.value }
    return merged
  }

  public static func == (left: FlagMetadata, right: FlagMetadata) -> Bool {
    left.json == right.json
  }
}
