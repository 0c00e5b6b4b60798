import Glibc
public import Synchronization

/// A dependency that is created on first use, at most once, also under concurrent first use.
///
/// Once made it is read with one atomic load and no lock: `value` is written before `isReady`
/// is set (release) and never again, and read only after `isReady` was seen (acquire).
@usableFromInline final class LazyDependency<Value> {
  @usableFromInline let isReady = Atomic(false)
  @exclusivity(unchecked) @usableFromInline var value: Value?

  private let gate = Mutex(())
  private let makingThread = Atomic<UInt>(0)
  private var make: (() -> Value)?
  private let owner: Any.Type

  /// - Parameters:
  ///   - owner: The type whose dependency this is, named when the dependency asks for itself.
  ///   - make: Runs at most once and is released afterwards, with all that it captured.
  @usableFromInline init(of owner: Any.Type, make: @escaping () -> Value) {
    self.owner = owner
    self.make = make
  }

  @inlinable var resolved: Value {
    if isReady.load(ordering: .acquiring), let value { return value }
    return resolveOnce()
  }

  @usableFromInline func resolveOnce() -> Value {
    let thread = pthread_self()
    // Waiting here for this same thread would be a hang. The graph is wrong, not the input.
    if makingThread.load(ordering: .relaxed) == thread {
      fatalError(
        """
        The dependency of '\(owner)' asks for the factory of '\(owner)' while it is being made. \
        Break the cycle: give one side a weak property or a closure that is called later.
        """)
    }
    gate.withLock { _ in makeIfNeeded(on: thread) }
    // The first thread behind the gate has set the value, and nothing resets it.
    guard let value else { fatalError("The dependency of '\(owner)' was not made.") }
    return value
  }

  private func makeIfNeeded(on thread: UInt) {
    guard !isReady.load(ordering: .acquiring), let make else { return }
    makingThread.store(thread, ordering: .relaxed)
    value = make()
    self.make = nil
    makingThread.store(0, ordering: .relaxed)
    isReady.store(true, ordering: .releasing)
  }
}
