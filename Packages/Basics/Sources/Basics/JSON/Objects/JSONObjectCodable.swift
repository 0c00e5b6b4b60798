/// A model that is an object of JSON, and names its members once for each direction.
///
/// It is an ordinary `Codable` type for every coder. ``JSON/encode(_:_:)`` and
/// ``JSON/decode(_:from:options:)`` write and read it without the containers of `Codable`, each of
/// which has memory of its own; that is worth it for documents that are sent at every moment.
public protocol JSONObjectCodable: Codable {
  /// Reads the members.
  init(from object: JSONObjectDecoder) throws

  /// Writes the members, in the order of their names' code units, as JSON has them here.
  func encode(to object: inout JSONObjectEncoder) throws
}

extension JSONObjectCodable {
  public init(from decoder: any Decoder) throws {
    if let json = decoder as? JSONDocumentDecoder {
      self = try json.document.object(at: json.index)
    } else {
      try self.init(from: JSONObjectDecoder(decoder.container(keyedBy: PathKey.self)))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let json = encoder as? JSONTreeEncoder, json.tree.set(self, at: json.node) { return }
    var object = JSONObjectEncoder(encoder.container(keyedBy: PathKey.self))
    try encode(to: &object)
  }
}
