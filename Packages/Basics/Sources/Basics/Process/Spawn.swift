@preconcurrency import Glibc  // Its `environ` is a variable.
import Synchronization

/// One call of `posix_spawnp`.
struct Spawn {
  let words: [String]
  let variables: [String]?
  let descriptor3: Int32?
  let startsSession: Bool
  /// Held while a pipe is not yet kept from other processes, and while one of those is started.
  static let lock = Mutex(())
  typealias FileActions = posix_spawn_file_actions_t

  /// Starts the program, for whose streams `connect` adds the actions, and returns its number.
  func start(connect: (inout FileActions) -> Void) throws(SubprocessError) -> Int32 {
    var process = pid_t()
    let code = Self.lock.withLock { _ in
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      connect(&actions)
      if let descriptor3 { posix_spawn_file_actions_adddup2(&actions, descriptor3, 3) }
      for descriptor in Self.inheritedDescriptors where descriptor != 3 || descriptor3 == nil {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
      let (none, defaults, flags) = signals
      posix_spawnattr_setsigmask(&attributes, [none])
      posix_spawnattr_setsigdefault(&attributes, [defaults])
      posix_spawnattr_setflags(&attributes, flags)
      return Self.withCStrings(words) { arguments in
        guard let variables else {
          return posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ)
        }
        return Self.withCStrings(variables) {
          posix_spawnp(&process, words[0], &actions, &attributes, arguments, $0)
        }
      }
    }
    guard code == 0 else { throw SubprocessError(program: words[0], errorNumber: code) }
    return process
  }

  /// The descriptors that any program would inherit beside the standard streams.
  private static var inheritedDescriptors: [Int32] {
    let folder = "/proc/self/fd"
    let entries = (try? Files.entries(in: folder)) ?? []
    return entries.compactMap { Int32($0.name) }.filter { descriptor in
      let flags = fcntl(descriptor, F_GETFD)
      return descriptor > STDERR_FILENO && flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }

  /// The signals that the program blocks, those with the default action, and the flags that say so.
  private var signals: (none: sigset_t, defaults: sigset_t, flags: Int16) {
    var (none, defaults) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&defaults)
    if startsSession { sigfillset(&defaults) }
    // These two are what programs ignore for their own sake.
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    // POSIX_SPAWN_SETSID of <spawn.h>, which Swift does not see.
    let newSession: Int32 = 0x80
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (startsSession ? newSession : 0)
    return (none, defaults, Int16(flags))
  }

  /// Lends texts as the null-terminated list that the system wants.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
