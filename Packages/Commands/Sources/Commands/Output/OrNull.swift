/// A value of a document that is `null` where it is absent, so that a reader finds its key.
public struct OrNull<Value: Encodable>: Encodable {
  /// The value, if there is one.
  public let value: Value?

  /// Takes the value.
  public init(_ value: Value?) { self.value = value }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension OrNull: Sendable where Value: Sendable {}
