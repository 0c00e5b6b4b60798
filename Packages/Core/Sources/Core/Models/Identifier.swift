/// The name that the cloud gave to one `Entity`; identifiers of different entities do not mix.
public struct Identifier<Entity>: Hashable, Sendable {
  public let rawValue: String

  /// Wraps an identifier as the cloud wrote it or as a rider typed it.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension Identifier: CustomStringConvertible {
  public var description: String { rawValue }
}

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
