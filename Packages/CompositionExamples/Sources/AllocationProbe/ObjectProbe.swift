import CAllocationProbe

/// Remembers which class instances one thread creates, or all do, and which of them are still alive;
/// an instance may be released on any thread.
///
/// There is one memory for the whole program, so only one thread can use it at a time.
public enum ObjectProbe {
  /// Begins to remember what this thread creates, and forgets what was remembered before.
  ///
  /// - Parameter onAllThreads: Whether to remember what other threads create, too; only a process
  ///   with nothing else to do can use that.
  public static func begin(onAllThreads: Bool = false) { objectProbeBegin(onAllThreads) }
  /// Stops remembering, on the thread that began, and forgets everything.
  public static func end() { objectProbeEnd() }
  /// How many instances there was no room for; the lists below are complete when this is 0.
  public static var overflow: Int { Int(objectProbeOverflow()) }
  /// The types of the instances created since the beginning, in that order.
  public static var created: [String] { typeNames(onlyAlive: false) }
  /// The types of those that are still alive.
  public static var alive: [String] { typeNames(onlyAlive: true) }

  private static func typeNames(onlyAlive: Bool) -> [String] {
    var metadata: [UnsafeRawPointer] = []
    withUnsafeMutablePointer(to: &metadata) { list in
      objectProbeVisit(onlyAlive, list) { context, metadata in
        context?.assumingMemoryBound(to: [UnsafeRawPointer].self).pointee.append(metadata)
      }
    }
    // The C side remembers only metadata of classes, and a type is a pointer to its metadata.
    return metadata.map { String(reflecting: unsafeBitCast($0, to: Any.Type.self)) }
  }
}
