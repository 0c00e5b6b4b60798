/// A text that must not be shown: a password or a session token.
///
/// Printing, interpolating, dumping or reflecting a secret gives a placeholder; only ``revealed``
/// gives the text, so each use can be found.
public struct Secret: Hashable, Sendable {
  /// The text itself, for the one place that must send or store it.
  public let revealed: String
  public init(_ text: String) { revealed = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "(secret)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
  public init(from decoder: any Decoder) throws {
    revealed = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(revealed)
  }
}
