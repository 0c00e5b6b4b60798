import Synchronization

/// A value that one side replaces now and then while others read it without a lock.
///
/// Readers count themselves while they take hold of the current value; a replaced value is
/// released by the first replacement that afterwards sees no reader.
final class AtomicSnapshot<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// The address of a box, of which one reference is owned.
  private let current: Atomic<UInt>
  private let readers = Atomic<Int>(0)
  private let replaced = Mutex<[Box]>([])

  init(_ value: Value) {
    current = Atomic(Self.owned(Box(value)))
  }

  deinit {
    // Nobody can read any more, so the last box is only owned here.
    Self.box(at: current.load(ordering: .acquiring))?.release()
  }

  private static func owned(_ box: Box) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())
  }

  private static func box(at address: UInt) -> Unmanaged<Box>? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Box>.fromOpaque(pointer)
  }

  /// The current value.
  var value: Value {
    readers.add(1, ordering: .sequentiallyConsistent)
    // The box stays alive: whoever replaces it after this load finds a reader, and keeps it. The
    // reference is taken before the reader leaves, because an atomic operation is a barrier to it.
    let address = current.load(ordering: .sequentiallyConsistent)
    let box = Self.box(at: address)?.takeUnretainedValue()
    readers.subtract(1, ordering: .sequentiallyConsistent)
    return box.unsafelyUnwrapped.value  // An address of a box is never zero.
  }

  /// Makes `value` the current one.
  func replace(with value: Value) {
    replaced.withLock { replaced in
      let old = current.exchange(Self.owned(Box(value)), ordering: .sequentiallyConsistent)
      if let box = Self.box(at: old)?.takeRetainedValue() { replaced.append(box) }
      if readers.load(ordering: .sequentiallyConsistent) == 0 { replaced.removeAll() }
    }
  }
}
