import Basics

/// What the threads of hanging tests do.
enum Stacks {
  /// The stacks of the test program below a process, when `gdb` is there to say.
  static func ofTests(below process: Int32) -> String? {
    let tests = ProcessTree.all(from: process).last {
      Files.linkTarget("/proc/\($0)/exe")?.hasSuffix(".xctest") == true
    }
    guard let tests else { return nil }
    let result = try? Tool.run(
      "timeout",
      ["30", "gdb", "-p", "\(tests)", "-batch", "-nx", "-ex", "thread apply all backtrace 12"])
    return result.flatMap { $0.status == .exited(0) ? $0.outputText : nil }
  }
}
