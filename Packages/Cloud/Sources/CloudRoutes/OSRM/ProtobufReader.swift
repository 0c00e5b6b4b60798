/// Reads the fields of one message. Source: Protocol Buffers, "Encoding".
struct ProtobufReader {
  enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
    /// Four or eight bytes, the lowest first.
    case fixed(UInt64, size: Int)
  }

  /// The message ends in a field, or has one of an unknown form.
  struct MessageError: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ message: ArraySlice<UInt8>) { rest = message }

  /// Returns the next field; `nil` at the end.
  mutating func next() throws(MessageError) -> (field: UInt64, value: Value)? {
    guard !rest.isEmpty else { return nil }
    let key = try number()
    switch key & 7 {
    case 0: return (key >> 3, .number(try number()))
    case 1: return (key >> 3, .fixed(try fixed(8), size: 8))
    case 2:
      let length = try number()
      guard length <= rest.count else { throw MessageError() }
      return (key >> 3, .bytes(take(Int(length))))
    case 5: return (key >> 3, .fixed(try fixed(4), size: 4))
    default: throw MessageError()
    }
  }

  /// Reads the next number of a list without keys; `nil` at the end.
  mutating func nextNumber() throws(MessageError) -> UInt64? { rest.isEmpty ? nil : try number() }

  private mutating func number() throws(MessageError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw MessageError() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw MessageError()
  }

  private mutating func fixed(_ size: Int) throws(MessageError) -> UInt64 {
    guard rest.count >= size else { throw MessageError() }
    return take(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
