public import Basics

/// The evaluation context: the targeting key, and attributes of the subject and the situation.
public struct EvaluationContext: Sendable, Equatable {
  static let targetingKeyName = "targetingKey"

  /// All attributes, the targeting key among them; names are case-sensitive.
  public var attributes: JSON.Object

  /// Creates a context from attributes, among them `targetingKey`.
  public init(attributes: JSON.Object = JSON.Object()) {
    self.attributes = attributes
  }

  /// Creates a context for a subject, such as an installation or a rider, by its identifier.
  public init(targetingKey: String, attributes: JSON.Object = JSON.Object()) {
    self.attributes = attributes
    self.attributes[Self.targetingKeyName] = .string(targetingKey)
  }

  /// The identifier that splits are made by; `nil` when it is missing or not a text.
  public var targetingKey: String? {
    attributes[Self.targetingKeyName]?.text
  }
}
