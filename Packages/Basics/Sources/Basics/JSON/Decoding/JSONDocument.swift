import FoundationEssentials

/// A document that values are decoded from.
///
/// It has its own copy of the bytes, so that a decoder may outlive the call that made it.
final class JSONDocument {
  let view: JSONTapeView
  private let tape: JSONTape
  /// Where the values of large objects are, by name, once they were asked for.
  var places: [Int: [CodeUnits: Int]] = [:]

  init(
    parsing bytes: UnsafeBufferPointer<UInt8>, options: JSON.ReadingOptions
  ) throws(JSON.ParseError) {
    var reader = JSONReader(bytes, options: options)
    do throws(JSONReader.Failure) {
      tape = try reader.readDocument()
    } catch {
      throw reader.parseError(error)
    }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(fromContentsOf: bytes)
    view = JSONTapeView(tape, UnsafeBufferPointer(copy))
  }

  deinit { view.bytes.deallocate() }

  @inline(__always)
  func kind(at index: Int) -> JSONTape.Entry.Kind { view.entries[index].kind }

  func boolean(at index: Int) throws -> Bool {
    switch kind(at: index) {
    case .true: return true
    case .false: return false
    default: throw mismatch(Bool.self, at: index)
    }
  }

  func text(at index: Int) throws -> String {
    guard let text = view.text(at: index) else { throw mismatch(String.self, at: index) }
    return text
  }

  func double(at index: Int) throws -> Double {
    guard let number = view.entries[index].number else {
      throw mismatch(Double.self, at: index)
    }
    return number.double
  }

  func float(at index: Int) throws -> Float {
    let value = Float(try double(at: index))
    guard value.isFinite else { throw corrupted("the number does not fit", at: index) }
    return value
  }

  func integer<Value: FixedWidthInteger>(at index: Int) throws -> Value {
    guard let number = view.entries[index].number else { throw mismatch(Value.self, at: index) }
    guard let value = number.integer(Value.self) else {
      throw corrupted("the number does not fit \(Value.self)", at: index)
    }
    return value
  }

  func date(at index: Int) throws -> Date {
    let entry = view.entries[index]
    let date =
      entry.kind == .text
      ? ISO8601.date(from: view.units(of: entry))
      : try text(at: index).withCodeUnits(ISO8601.date(from:))
    guard let date else { throw corrupted("no time in ISO 8601", at: index) }
    return date
  }

  private func data(at index: Int) throws -> Data {
    guard let data = Data(base64Encoded: try text(at: index)) else {
      throw corrupted("no base64", at: index)
    }
    return data
  }

  func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
    // Each bit cast is between two names of one type.
    if type == String.self { return unsafeBitCast(try text(at: index), to: type) }
    if type == Date.self { return unsafeBitCast(try date(at: index), to: type) }
    if type == Data.self { return unsafeBitCast(try data(at: index), to: type) }
    if type == JSON.self { return unsafeBitCast(view.json(at: index), to: type) }
    return try Value(from: JSONDocumentDecoder(document: self, index: index))
  }
}

extension JSONDocument {
  func corrupted(_ text: String, at index: Int) -> DecodingError {
    .dataCorrupted(.init(codingPath: path(to: index), debugDescription: text))
  }

  func mismatch(_ type: Any.Type, at index: Int) -> DecodingError {
    let path = path(to: index)
    if kind(at: index) == .null {
      return .valueNotFound(type, .init(codingPath: path, debugDescription: "the value is null"))
    }
    return .typeMismatch(
      type, .init(codingPath: path, debugDescription: "the value has another type"))
  }

  /// The names and positions that lead to a value; only errors need them, so they are looked for.
  func path(to index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = 0
    while place < index {
      let isObject = kind(at: place) == .object
      var (value, position) = (place + 1, 0)
      if isObject { value += 1 }
      while view.end(of: value) <= index {
        value = view.end(of: value) + (isObject ? 1 : 0)
        position += 1
      }
      path.append(isObject ? PathKey(view.text(at: value - 1) ?? "") : PathKey(position))
      place = value
    }
    return path
  }
}

/// The name of a member, or the position of an element, in a coding path.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { self.init(stringValue) }
}

/// The key of what a class leaves to its superclass.
enum SuperKey: String, CodingKey {
  case `super`
}
