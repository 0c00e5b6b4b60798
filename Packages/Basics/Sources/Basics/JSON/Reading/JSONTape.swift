/// What a reader has found in a document: its values in the order in which they begin.
///
/// A member is the entry of its name, which is a text, and the entries of its value.
struct JSONTape: ~Copyable {
  /// One value, or the name of a member.
  struct Entry {
    enum Kind: UInt8 {
      case null, `false`, `true`, integer, largeInteger, real, text, escapedText, array, object
    }

    let kind: Kind
    /// For texts, what tells most different ones apart.
    var mark: UInt32 = 0
    /// The bits of a number, where a text begins, or how many elements or members there are.
    var content: UInt64 = 0
    /// How many bytes a text has; where the entries of an array or object end.
    var extent = 0
  }

  private(set) var entries: UnsafeMutableBufferPointer<Entry>
  private(set) var count = 0

  /// Creates a tape for a document with so many bytes.
  init(byteCount: Int) {
    entries = .allocate(capacity: byteCount / 12 + 16)
  }

  deinit { entries.deallocate() }

  @inline(__always)
  mutating func append(_ entry: Entry) {
    if count == entries.count { grow() }
    entries.initializeElement(at: count, to: entry)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Entry>.allocate(capacity: entries.count * 2)
    _ = larger.moveInitialize(fromContentsOf: entries[..<count])
    entries.deallocate()
    entries = larger
  }

  @inline(__always)
  mutating func withEntry(at index: Int, _ change: (inout Entry) -> Void) {
    change(&entries[index])
  }
}

extension JSONTape.Entry {
  /// The entry of a text in a document's bytes.
  init(_ kind: Kind, _ units: UnsafeBufferPointer<UInt8>, at start: Int) {
    self.init(
      kind: kind, mark: Self.mark(of: units), content: UInt64(truncatingIfNeeded: start),
      extent: units.count)
  }

  init(_ number: JSON.Number) {
    switch number {
    case .integer(let value): self.init(kind: .integer, content: UInt64(bitPattern: value))
    case .largeInteger(let value): self.init(kind: .largeInteger, content: value)
    case .real(let value): self.init(kind: .real, content: value.bitPattern)
    }
  }

  /// The first, the last and the middle code unit; equal texts have equal marks.
  @inline(__always)
  static func mark(of units: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard !units.isEmpty else { return 0 }
    let (first, last) = (UInt32(units[0]), UInt32(units[units.count - 1]))
    return first | last << 8 | UInt32(units[units.count / 2]) << 16
  }

  var number: JSON.Number? {
    switch kind {
    case .integer: .integer(Int64(bitPattern: content))
    case .largeInteger: .largeInteger(content)
    case .real: .real(Double(bitPattern: content))
    default: nil
    }
  }
}
