public import Basics

/// A provider's answer: a value, or the reason for the caller's default.
///
/// It is one reference, so that an answer that was prepared in advance is handed out for free.
public struct FlagResolution: Sendable {
  private final class Answer: Sendable {
    let value: JSON?
    let variant: String?
    let reason: EvaluationReason
    let error: (code: EvaluationErrorCode, message: String)?
    let metadata: FlagMetadata

    init(
      value: JSON? = nil, variant: String? = nil, reason: EvaluationReason,
      error: (EvaluationErrorCode, String)? = nil, metadata: FlagMetadata
    ) {
      self.value = value
      self.variant = variant
      self.reason = reason
      self.error = error
      self.metadata = metadata
    }
  }

  private let answer: Answer

  private init(_ answer: Answer) {
    self.answer = answer
  }

  /// Creates the answer that a variant was chosen.
  public static func chosen(
    _ value: JSON, variant: String?, reason: EvaluationReason,
    metadata: FlagMetadata = FlagMetadata()
  ) -> FlagResolution {
    FlagResolution(Answer(value: value, variant: variant, reason: reason, metadata: metadata))
  }

  /// Creates the answer that the caller's default is to be used, which is no error.
  public static func useDefault(
    reason: EvaluationReason, metadata: FlagMetadata = FlagMetadata()
  ) -> FlagResolution {
    FlagResolution(Answer(reason: reason, metadata: metadata))
  }

  /// Creates the answer that something is wrong.
  public static func failed(
    _ code: EvaluationErrorCode, _ message: String, metadata: FlagMetadata = FlagMetadata()
  ) -> FlagResolution {
    FlagResolution(Answer(reason: .error, error: (code, message), metadata: metadata))
  }

  /// The variant's value; `nil` when the caller's default is to be used.
  public var value: JSON? { answer.value }
  /// The variant's name; `nil` when there is none.
  public var variant: String? { answer.variant }
  public var reason: EvaluationReason { answer.reason }
  /// The error; set if and only if the reason is ``EvaluationReason/error``.
  public var errorCode: EvaluationErrorCode? { answer.error?.code }
  public var errorMessage: String? { answer.error?.message }
  public var flagMetadata: FlagMetadata { answer.metadata }
}

extension FlagResolution: Equatable {
  /// Whether both are the same answer.
  public static func == (left: FlagResolution, right: FlagResolution) -> Bool {
    left.value == right.value && left.variant == right.variant && left.reason == right.reason
      && left.errorCode == right.errorCode && left.errorMessage == right.errorMessage
      && left.flagMetadata == right.flagMetadata
  }
}
