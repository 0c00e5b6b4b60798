import Basics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the threads of hanging tests do.
enum Stacks {
  /// The stacks of the test program below a process, when `gdb` is there to say.
  static func ofTests(below process: Int32) -> String? {
    let tests = ProcessTree.all(from: process).last {
      Files.linkTarget("/proc/\($0)/exe")?.hasSuffix(".xctest") == true
    }
    guard let tests else { return nil }
    // A process has one tracer at most: the one that notes what it opens has done its work.
    let tracer = Files.text("/proc/\(tests)/status")?[...].between("TracerPid:\t", "\n")
    if let tracer, let number = Int32(tracer), number > 1 { kill(number, SIGKILL) }
    let result = try? Tool.run(
      "timeout",
      ["30", "gdb", "-p", "\(tests)", "-batch", "-nx", "-ex", "thread apply all backtrace 12"])
    return result.flatMap { $0.status == .exited(0) ? $0.outputText : nil }
  }
}
