import Glibc

/// How many files and sockets this process may have open.
enum DescriptorLimit {
  /// Raises the limit as far as the system lets the process, at most to a number, and returns it.
  static func raise(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
      // Without the raise the old limit holds, which is read below.
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return limit.rlim_cur > rlim_t(Int32.max) ? wanted : Int(limit.rlim_cur)
  }
}
