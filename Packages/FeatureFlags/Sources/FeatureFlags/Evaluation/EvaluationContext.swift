public import Basics
import Glibc

/// The evaluation context: the targeting key, and attributes of the subject and the situation.
public struct EvaluationContext: Sendable, Equatable {
  static let targetingKeyName = "targetingKey"
  /// The attribute that exposures carry, so that an experiment can be read by segments.
  static let segmentName = "segment"

  /// All attributes, the targeting key among them; names are case-sensitive.
  public var attributes: JSON.Object

  /// Creates a context from attributes, among them `targetingKey`.
  public init(attributes: JSON.Object = JSON.Object()) { self.attributes = attributes }

  /// Creates a context for a subject, such as an installation or a rider, by its identifier.
  public init(targetingKey: String, attributes: JSON.Object = JSON.Object()) {
    self.attributes = attributes
    self.attributes[Self.targetingKeyName] = .string(targetingKey)
  }

  /// The part of the subjects to which this one belongs: the attribute `segment`, which rules may
  /// use like any other; `nil` when it is missing or not a text.
  public var segment: String? {
    get { attributes[Self.segmentName]?.text }
    set { attributes[Self.segmentName] = newValue.map(JSON.string) }
  }

  /// The identifier that splits are made by; `nil` when it is missing or not a text.
  public var targetingKey: String? { attributes[Self.targetingKeyName]?.text }
}

/// The time that rules see as `$flagd.timestamp`.
public struct UnixClock: Sendable {
  /// Seconds since 1970-01-01 00:00 UTC, whole.
  public let now: @Sendable () -> Int

  /// The machine's clock.
  public static let system = UnixClock { time(nil) }
  /// A clock with a fixed time.
  public static func fixed(at seconds: Int) -> UnixClock { UnixClock { seconds } }
}
