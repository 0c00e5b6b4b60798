/// Bytes that grow; it checks less than an array does, which is most of the time of writing JSON.
///
/// Its owner deallocates it.
struct ByteBuffer {
  private var storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1024)
  private var count = 0

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
