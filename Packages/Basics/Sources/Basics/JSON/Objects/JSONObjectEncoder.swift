public import FoundationEssentials

/// Writes the members of one ``JSONObjectCodable``.
public struct JSONObjectEncoder {
  private enum Target {
    case bytes(UnsafeMutablePointer<ByteBuffer>)
    case members(KeyedEncodingContainer<PathKey>)
  }

  /// What JSON does not hold; the containers, which know the path to it, then say so.
  private struct Refused: Error {}

  private var target: Target
  private var isFirst = true

  init(_ members: KeyedEncodingContainer<PathKey>) {
    target = .members(members)
  }

  private init(_ bytes: UnsafeMutablePointer<ByteBuffer>) {
    target = .bytes(bytes)
  }

  /// Writes a value at the end of some bytes; returns whether it could be.
  static func write(_ value: some JSONObjectCodable, to bytes: inout ByteBuffer) -> Bool {
    withUnsafeMutablePointer(to: &bytes) { bytes in
      do {
        try write(value, to: bytes)
        return true
      } catch {
        return false
      }
    }
  }

  private static func write(
    _ value: some JSONObjectCodable, to bytes: UnsafeMutablePointer<ByteBuffer>
  ) throws {
    var object = JSONObjectEncoder(bytes)
    bytes.pointee.append(UInt8(ascii: "{"))
    try value.encode(to: &object)
    bytes.pointee.append(UInt8(ascii: "}"))
  }

  /// Writes a member as bytes, or as `Codable` does.
  @inline(__always)
  private mutating func member<Value: Encodable>(
    _ name: StaticString, _ value: Value,
    _ write: (UnsafeMutablePointer<ByteBuffer>, Value) throws -> Void
  ) throws {
    switch target {
    case .bytes(let bytes):
      if !isFirst { bytes.pointee.append(UInt8(ascii: ",")) }
      isFirst = false
      let units = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      bytes.pointee.appendQuoted(units)
      bytes.pointee.append(UInt8(ascii: ":"))
      try write(bytes, value)
    case .members(var members):
      try members.encode(value, forKey: PathKey(name.description))
    }
  }

  public mutating func encode(_ name: StaticString, _ value: String) throws {
    try member(name, value) { $0.pointee.appendQuoted($1) }
  }

  public mutating func encode(_ name: StaticString, _ value: Int) throws {
    try member(name, value) { $0.pointee.append(JSON.Number.integer(Int64($1))) }
  }

  public mutating func encode(_ name: StaticString, _ value: Double) throws {
    try member(name, value) {
      guard $1.isFinite else { throw Refused() }
      $0.pointee.append(JSON.Number.real($1))
    }
  }

  public mutating func encode(_ name: StaticString, _ value: Date) throws {
    try member(name, value) {
      guard let text = ISO8601.text(of: $1) else { throw Refused() }
      $0.pointee.appendQuoted(text)
    }
  }

  public mutating func encode(_ name: StaticString, _ value: some JSONObjectCodable) throws {
    try member(name, value) { try Self.write($1, to: $0) }
  }

  public mutating func encode(_ name: StaticString, _ values: [some JSONObjectCodable]) throws {
    try member(name, values) { bytes, values in
      bytes.pointee.append(UInt8(ascii: "["))
      for index in values.indices {
        if index > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
        try Self.write(values[index], to: bytes)
      }
      bytes.pointee.append(UInt8(ascii: "]"))
    }
  }

  /// Writes an integer, or `null` in its place.
  public mutating func encode(_ name: StaticString, _ value: Int?) throws {
    if let value { try encode(name, value) } else { try encodeNil(name) }
  }

  /// Writes an object, or `null` in its place.
  public mutating func encode(_ name: StaticString, _ value: (some JSONObjectCodable)?) throws {
    if let value { try encode(name, value) } else { try encodeNil(name) }
  }

  private mutating func encodeNil(_ name: StaticString) throws {
    try member(name, nil as String?) { bytes, _ in bytes.pointee.append("null") }
  }
}
