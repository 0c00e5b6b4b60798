public import FoundationEssentials

/// Reads the members of one ``JSONObjectCodable``.
///
/// Each read throws `DecodingError` when the member is missing or not what the type needs.
public struct JSONObjectDecoder {
  private enum Source {
    case document(JSONDocument, Int)
    case members(KeyedDecodingContainer<PathKey>)
  }

  private let source: Source

  init(_ members: KeyedDecodingContainer<PathKey>) {
    source = .members(members)
  }

  fileprivate init(_ document: JSONDocument, _ index: Int) {
    source = .document(document, index)
  }

  /// Reads a member from the document, or as `Codable` does.
  @inline(__always)
  private func member<Value: Decodable>(
    _ name: StaticString, _ read: (JSONDocument, Int) throws -> Value
  ) throws -> Value {
    switch source {
    case .document(let document, let index):
      guard let place = document.place(of: name, at: index) else {
        throw document.missing(PathKey(name.description), at: index)
      }
      return try read(document, place)
    case .members(let members):
      return try members.decode(Value.self, forKey: PathKey(name.description))
    }
  }

  /// Reads a member that may be absent or `null`.
  @inline(__always)
  private func memberIfPresent<Value: Decodable>(
    _ name: StaticString, _ read: (JSONDocument, Int) throws -> Value
  ) throws -> Value? {
    switch source {
    case .document(let document, let index):
      guard let place = document.place(of: name, at: index), document.kind(at: place) != .null
      else { return nil }
      return try read(document, place)
    case .members(let members):
      return try members.decodeIfPresent(Value.self, forKey: PathKey(name.description))
    }
  }

  public func decode(_ name: StaticString) throws -> String {
    try member(name) { try $0.text(at: $1) }
  }

  public func decode(_ name: StaticString) throws -> Int {
    try member(name) { try $0.integer(at: $1) }
  }

  public func decode(_ name: StaticString) throws -> Double {
    try member(name) { try $0.double(at: $1) }
  }

  public func decode(_ name: StaticString) throws -> Date {
    try member(name) { try $0.date(at: $1) }
  }

  /// Reads one of the texts that a type consists of.
  public func decode<Value: RawRepresentable<String> & Decodable>(
    _ name: StaticString
  ) throws -> Value {
    try member(name) { document, place in
      guard let value = Value(rawValue: try document.text(at: place)) else {
        throw document.corrupted("no \(Value.self)", at: place)
      }
      return value
    }
  }

  public func decode<Value: JSONObjectCodable>(_ name: StaticString) throws -> Value {
    try member(name) { try $0.object(at: $1) }
  }

  public func decode<Value: JSONObjectCodable>(_ name: StaticString) throws -> [Value] {
    try member(name) { try $0.objects(at: $1) }
  }

  public func decodeIfPresent(_ name: StaticString) throws -> String? {
    try memberIfPresent(name) { try $0.text(at: $1) }
  }

  public func decodeIfPresent(_ name: StaticString) throws -> Int? {
    try memberIfPresent(name) { try $0.integer(at: $1) }
  }

  public func decodeIfPresent<Value: JSONObjectCodable>(_ name: StaticString) throws -> Value? {
    try memberIfPresent(name) { try $0.object(at: $1) }
  }

  /// Returns the error of a member whose value cannot be used.
  public func invalid(_ name: StaticString, _ text: String) -> DecodingError {
    switch source {
    case .document(let document, let index):
      document.corrupted(text, at: document.place(of: name, at: index) ?? index)
    case .members(let members):
      .dataCorruptedError(
        forKey: PathKey(name.description), in: members, debugDescription: text)
    }
  }
}

extension JSONDocument {
  func object<Value: JSONObjectCodable>(at index: Int) throws -> Value {
    guard kind(at: index) == .object else { throw mismatch([String: Any].self, at: index) }
    return try Value(from: JSONObjectDecoder(self, index))
  }

  fileprivate func objects<Value: JSONObjectCodable>(at index: Int) throws -> [Value] {
    let entry = view.entries[index]
    guard entry.kind == .array else { throw mismatch([Any].self, at: index) }
    var values: [Value] = []
    values.reserveCapacity(Int(entry.content))
    var element = index + 1
    while element < entry.extent {
      values.append(try object(at: element))
      element = view.end(of: element)
    }
    return values
  }

  func missing(_ key: some CodingKey, at index: Int) -> DecodingError {
    .keyNotFound(
      key, .init(codingPath: path(to: index), debugDescription: "the key is missing"))
  }
}
