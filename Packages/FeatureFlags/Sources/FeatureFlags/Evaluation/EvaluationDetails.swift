public import Basics

/// A flag's value, and how it came about.
public struct EvaluationDetails<Value: Sendable>: Sendable {
  public let flagKey: String
  /// The variant's value, or the caller's default.
  public let value: Value
  /// The provider's answer.
  public let resolution: FlagResolution

  @inlinable public init(flagKey: String, value: Value, resolution: FlagResolution) {
    self.flagKey = flagKey
    self.value = value
    self.resolution = resolution
  }

  /// The variant's name; `nil` when the value is the caller's default.
  public var variant: String? { resolution.variant }
  public var reason: EvaluationReason { resolution.reason }
  /// The error; set if and only if the reason is ``EvaluationReason/error``.
  public var errorCode: EvaluationErrorCode? { resolution.errorCode }
  public var errorMessage: String? { resolution.errorMessage }
  public var flagMetadata: FlagMetadata { resolution.flagMetadata }
}

extension EvaluationDetails: Equatable where Value: Equatable {}

extension EvaluationDetails where Value == JSON {
  /// The details as one object: `key`, `value`, `variant`, `reason`, `errorCode`, `errorMessage`,
  /// `flagMetadata`, with null for what is missing.
  public var json: JSON {
    [
      "key": .string(flagKey), "value": value, "variant": .optional(variant),
      "reason": .string(reason.rawValue), "errorCode": .optional(errorCode?.rawValue),
      "errorMessage": .optional(errorMessage), "flagMetadata": .object(flagMetadata.json),
    ]
  }
}

extension JSON {
  /// The text, or null.
  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}

extension String {
  /// The text in quotation marks, escaped as in JSON, for messages.
  var quoted: String { JSON.string(self).serialized() }
}
