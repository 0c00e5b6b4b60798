import Core
import Glibc

/// The limit of a process's address space, `ulimit -v`.
enum AddressSpace {
  /// The program itself, its data, and the memory of one password's hash.
  private static let base: rlim_t = 128 << 20
  /// How many threads work for a command at a time.
  private static let threads: rlim_t = 8
  /// The stack of a thread where no limit is set. Source: pthread_create(3).
  private static let standardStack: rlim_t = 2 << 20

  /// Refuses to begin where threads could not be created: libdispatch would try again without end.
  static func requireEnough() throws(Problem) {
    try requireEnough(limit: value(of: RLIMIT_AS), stack: value(of: RLIMIT_STACK))
  }

  /// - Parameters:
  ///   - limit: In bytes; `nil` for none.
  ///   - stack: The limit of a stack in bytes; `nil` for none.
  static func requireEnough(limit: rlim_t?, stack: rlim_t?) throws(Problem) {
    let needed = base + threads * min(stack ?? standardStack, 1 << 40)
    guard let limit, limit < needed else { return }
    throw Problem(
      .configuration, code: "addressSpace",
      message: "The address space is limited to \(limit >> 10) KiB; \(needed >> 10) are needed.",
      hint: "Raise the limit, for example with 'ulimit -v unlimited'.")
  }

  private static func value(of resource: __rlimit_resource) -> rlim_t? {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return nil }
    return limits.rlim_cur == rlim_t.max ? nil : limits.rlim_cur
  }
}
