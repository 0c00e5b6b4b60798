import Glibc

/// The first step of a program.
public enum ProgramStart {
  /// Makes the process safe from what the program that started it has left out, and returns its
  /// arguments, the first one being the program's name.
  ///
  /// Standard streams that are closed are occupied, so that no file is taken for one; using them
  /// fails as before. A write beyond the limit for file sizes fails instead of ending the process.
  public static func prepare() -> [String] {
    openStandardStreams()
    signal(SIGXFSZ, SIG_IGN)
    return arguments
  }

  private static func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free is the stream's: those below it are open. The direction is
      // the wrong one, so that reading or writing is an error, as it was.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The arguments as the kernel has passed them.
  ///
  /// The standard library reads them from `/proc`, and without that has none. Then they are where
  /// the system has put them: above the start of the stack stands their number, followed by them.
  /// Source: System V Application Binary Interface, "Process Initialization".
  static var arguments: [String] {
    if !CommandLine.arguments.isEmpty { return CommandLine.arguments }
    return initialStack.map(arguments(onStack:)) ?? []
  }

  /// Where the stack began, which the dynamic loader remembers.
  static var initialStack: UnsafeRawPointer? {
    dlsym(nil, "__libc_stack_end")?.load(as: UnsafeRawPointer?.self)
  }

  static func arguments(onStack start: UnsafeRawPointer) -> [String] {
    let count = start.load(as: Int.self)
    let words = (start + MemoryLayout<Int>.stride)
      .assumingMemoryBound(to: UnsafePointer<CChar>?.self)
    return (0..<count).compactMap { index in words[index].map { String(cString: $0) } }
  }
}
