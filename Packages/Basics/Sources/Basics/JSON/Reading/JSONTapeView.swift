/// A tape together with the bytes that it was made from; both outlive it.
struct JSONTapeView {
  let bytes: UnsafeBufferPointer<UInt8>
  let entries: UnsafeBufferPointer<JSONTape.Entry>

  init(_ tape: borrowing JSONTape, _ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    entries = UnsafeBufferPointer(rebasing: tape.entries[..<tape.count])
  }

  /// The index of what follows a value.
  @inline(__always)
  func end(of index: Int) -> Int {
    let entry = entries[index]
    return entry.kind == .array || entry.kind == .object ? entry.extent : index + 1
  }

  /// The text at an index, `nil` when there is another value.
  @inline(__always)
  func text(at index: Int) -> String? {
    let entry = entries[index]
    switch entry.kind {
    case .text: return String(decoding: units(of: entry), as: UTF8.self)
    case .escapedText: return unescapedText(of: entry)
    default: return nil
    }
  }

  @inline(__always)
  func units(of entry: JSONTape.Entry) -> UnsafeBufferPointer<UInt8> {
    let start = Int(truncatingIfNeeded: entry.content)
    return UnsafeBufferPointer(rebasing: bytes[start..<start + entry.extent])
  }

  private func unescapedText(of entry: JSONTape.Entry) -> String? {
    var reader = JSONReader(bytes, options: JSON.ReadingOptions())
    reader.position = Int(truncatingIfNeeded: entry.content) - 1
    return try? reader.readString()
  }

  func json(at index: Int) -> JSON {
    let entry = entries[index]
    switch entry.kind {
    case .null: return .null
    case .false: return .boolean(false)
    case .true: return .boolean(true)
    case .integer, .largeInteger, .real: return .number(entry.number ?? .real(.nan))
    case .text, .escapedText: return .string(text(at: index) ?? "")
    case .array:
      var elements: [JSON] = []
      elements.reserveCapacity(Int(entry.content))
      var element = index + 1
      while element < entry.extent {
        elements.append(json(at: element))
        element = end(of: element)
      }
      return .array(elements)
    case .object:
      var object = JSON.Object(capacity: Int(entry.content))
      var name = index + 1
      while name < entry.extent {
        object.updateValue(json(at: name + 1), for: text(at: name) ?? "")
        name = end(of: name + 1)
      }
      return .object(object)
    }
  }
}
