/// Bytes that grow; it checks less than an array does, which is most of the time of writing JSON.
///
/// Its owner deallocates it.
struct ByteBuffer {
  private var storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1024)
  private(set) var count = 0

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: storage[..<count]) }

  func deallocate() { storage.deallocate() }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    reserve(more.count)
    count = storage[count...].update(fromContentsOf: more)
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) {
    text.withCodeUnits { append($0) }
  }

  mutating func append(_ number: JSON.Number) {
    switch number {
    case .integer(let value): append(value)
    case .largeInteger(let value): append(String(value))
    case .real(let value): append(value)
    }
  }

  /// Appends an integer in decimal digits.
  private mutating func append(_ value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude, atLeast: 1)
  }

  private mutating func append(digits value: UInt64, atLeast length: Int) {
    var length = length
    var rest = value
    var power: UInt64 = 1
    for _ in 1..<length { power *= 10 }
    while rest / power >= 10 {
      power *= 10
      length += 1
    }
    reserve(length)
    for position in stride(from: count + length - 1, through: count, by: -1) {
      storage[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }

  /// Appends a number as JavaScript prints it.
  private mutating func append(_ value: Double) {
    guard value.isFinite else { return append("null") }
    // A decimal of up to 15 digits is the shortest of the double that it gives. Whether there is
    // one shows in the division of two exact doubles, which is rounded correctly.
    let scaled = (value * 1e9).rounded()
    guard abs(scaled) < 1e15, abs(scaled) >= 1000, scaled / 1e9 == value else {
      return append(value.javaScriptText)
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    let (whole, fraction) = UInt64(abs(scaled)).quotientAndRemainder(dividingBy: 1_000_000_000)
    append(digits: whole, atLeast: 1)
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    append(digits: fraction, atLeast: 9)
    while storage[count - 1] == UInt8(ascii: "0") { count -= 1 }
  }

  @inline(__always)
  private mutating func reserve(_ additional: Int) {
    if storage.count - count < additional { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(storage.count * 2, count + additional))
    _ = larger.update(fromContentsOf: bytes)
    storage.deallocate()
    storage = larger
  }
}
