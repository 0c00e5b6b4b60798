import CAllocationProbe

/// Counts what this program allocates, exactly: for benchmarks and for the tests of their counts.
///
/// Linking it replaces `malloc` and its relatives in the whole program, so it has no place in a
/// product. It needs glibc and the dynamic Swift runtime.
public enum AllocationProbe {
  /// Whether counting works in this program; not under a sanitizer.
  public static var works: Bool { allocationProbeWorks() }

  /// Returns how often the work asked for memory on this thread.
  public static func countAllocations(during work: () throws -> Void) rethrows -> Int {
    allocationProbeBegin()
    do {
      try work()
    } catch {
      _ = allocationProbeEnd()
      throw error
    }
    return Int(allocationProbeEnd())
  }
}
