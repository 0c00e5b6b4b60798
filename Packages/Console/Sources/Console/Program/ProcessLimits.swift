import Core
import Glibc

/// The resources that the runtime needs: without them libdispatch traps or retries without end.
enum ProcessLimits {
  /// The program itself, its data, and the memory of one password's hash.
  private static let base: rlim_t = 128 << 20
  /// How many threads work for a command at a time.
  private static let threads: rlim_t = 8
  /// The stack of a thread where no limit is set. Source: pthread_create(3).
  private static let standardStack: rlim_t = 2 << 20

  /// How many files a command opens at a time, and the runtime for it.
  private static let files = 16

  /// Refuses to begin where threads could not be created, files opened or threads watched.
  static func requireEnough() throws(Problem) {
    try requireAddressSpace(limit: value(of: RLIMIT_AS), stack: value(of: RLIMIT_STACK))
    let first = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    close(first)
    try requireFiles(limit: value(of: RLIMIT_NOFILE), firstFree: first < 0 ? nil : Int(first))
    try requireProcessFiles(in: "/proc/self")
  }

  /// - Parameters:
  ///   - limit: `ulimit -n`; `nil` for none.
  ///   - firstFree: The lowest descriptor that is free; `nil` when none is.
  static func requireFiles(limit: rlim_t?, firstFree: Int?) throws(Problem) {
    let open = firstFree ?? Int(clamping: limit ?? .max)
    guard let limit, limit < open + files else { return }
    throw Problem(
      .configuration, code: "openFiles",
      message: "Only \(limit) files may be open at once; \(open + files) are needed.",
      hint: "Raise the limit, for example with 'ulimit -n 1024'.")
  }

  /// libdispatch reads the state of its threads from `/proc`.
  static func requireProcessFiles(in folder: String) throws(Problem) {
    guard access("\(folder)/stat", R_OK) != 0 else { return }
    throw Problem(
      .configuration, code: "noProc", message: "\(folder)/stat cannot be read.",
      hint: "Mount the file system, for example with 'mount -t proc proc /proc'.")
  }

  /// - Parameters:
  ///   - limit: In bytes; `nil` for none.
  ///   - stack: The limit of a stack in bytes; `nil` for none.
  static func requireAddressSpace(limit: rlim_t?, stack: rlim_t?) throws(Problem) {
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
