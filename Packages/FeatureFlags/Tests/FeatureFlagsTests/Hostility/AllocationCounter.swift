import Glibc
import Synchronization

/// Counts the objects that one thread allocates, through the hook that the Swift runtime has for
/// instruments.
enum AllocationCounter {
  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  private static let count = Atomic<Int>(0)
  private static let countedThread = Atomic<UInt>(0)
  private static let original = Atomic<UInt>(0)
  private static let exclusive = Mutex(())

  private static var hook: UnsafeMutablePointer<Allocate>? {
    dlsym(nil, "_swift_allocObject")?.assumingMemoryBound(to: Allocate.self)
  }

  private static var hookIsUsed: UnsafeMutablePointer<Bool>? {
    dlsym(nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")?
      .assumingMemoryBound(to: Bool.self)
  }

  /// Whether this runtime has the hook.
  static var isAvailable: Bool { hook != nil && hookIsUsed != nil }

  /// The number of objects that `body` allocates on this thread.
  static func allocations(during body: () -> Void) -> Int? {
    guard let hook, let hookIsUsed else { return nil }
    return exclusive.withLock { _ in
      original.store(unsafeBitCast(hook.pointee, to: UInt.self), ordering: .relaxed)
      countedThread.store(UInt(pthread_self()), ordering: .relaxed)
      count.store(0, ordering: .relaxed)
      let replaced = hook.pointee
      hook.pointee = { type, size, alignment in
        if AllocationCounter.countedThread.load(ordering: .relaxed) == UInt(pthread_self()) {
          AllocationCounter.count.add(1, ordering: .relaxed)
        }
        let address = AllocationCounter.original.load(ordering: .relaxed)
        return unsafeBitCast(address, to: Allocate.self)(type, size, alignment)
      }
      hookIsUsed.pointee = true
      body()
      hookIsUsed.pointee = false
      hook.pointee = replaced
      return count.load(ordering: .relaxed)
    }
  }
}
