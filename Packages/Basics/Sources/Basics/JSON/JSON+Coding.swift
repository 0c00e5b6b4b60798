public import FoundationEssentials

extension JSON {
  /// Returns a value as a JSON document in UTF-8.
  ///
  /// Dates are written in ISO 8601 UTC with whole seconds, `Data` in base64.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold, and for a date outside the
  ///   years 0 to 9999.
  public static func encode(
    _ value: some Encodable, _ options: WritingOptions = .sortedKeys
  ) throws -> Data {
    let tree = JSONTree(options)
    try tree.encode(value, at: tree.root)
    var writer = JSONWriter(options: options)
    defer { writer.output.deallocate() }
    writer.write(tree.root, of: tree)
    return Data(writer.output.bytes)
  }

  /// Reads a value from a JSON document in UTF-8.
  ///
  /// Dates are read in ISO 8601 with a time zone, `Data` in base64.
  ///
  /// - Throws: ``ParseError`` when the document is no JSON or beyond a limit of the options;
  ///   `DecodingError` when it is not what the type needs, for instance a number out of range.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from document: some Collection<UInt8>,
    options: ReadingOptions = ReadingOptions()
  ) throws -> Value {
    func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<JSONDocument, ParseError> {
      Result { () throws(ParseError) in try JSONDocument(parsing: bytes, options: options) }
    }
    let result = document.withContiguousStorageIfAvailable(parse)
    return try (result ?? Array(document).withUnsafeBufferPointer(parse)).get().decode(type, at: 0)
  }

  /// What was written here is read again, however deep and long it is.
  private static let unlimited = ReadingOptions(maximumDepth: .max, maximumByteCount: .max)

  /// Creates the JSON form of a value; see ``encode(_:_:)``.
  public init(encoding value: some Encodable) throws {
    self = try JSON(parsing: JSON.encode(value, []), options: Self.unlimited)
  }

  /// Reads a value of a type; see ``decode(_:from:options:)``.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return try JSON.decode(type, from: bytes, options: Self.unlimited)
  }
}

extension JSON: Codable {
  /// Takes the value as it is; only a decoder of JSON has one.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? JSONDocumentDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a decoder of JSON"))
    }
    self = decoder.document.view.json(at: decoder.index)
  }

  /// Gives the value as it is; only an encoder of JSON takes one.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? JSONTreeEncoder else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "not an encoder of JSON"))
    }
    encoder.node.content = .value(self)
  }
}

extension JSON.Object: Codable {
  /// Takes the members as they are; only a decoder of JSON has them.
  public init(from decoder: any Decoder) throws {
    guard let object = try JSON(from: decoder).object else {
      throw DecodingError.typeMismatch(
        JSON.Object.self, .init(codingPath: decoder.codingPath, debugDescription: "no object"))
    }
    self = object
  }

  /// Gives the members as they are; only an encoder of JSON takes them.
  public func encode(to encoder: any Encoder) throws {
    try JSON.object(self).encode(to: encoder)
  }
}
