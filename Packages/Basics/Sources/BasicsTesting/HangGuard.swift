public import Basics
import Glibc
import Synchronization

/// Ends a process of tests in which nothing happens any more, such as one with a blocked thread or
/// with a child process that hangs.
public enum HangGuard {
  private static let isStarted = Atomic(false)
  private static let longestSilence = Atomic(60)

  /// Ends this process, with what the watched states show and the stacks of its threads and of its
  /// children on the standard error, once it and they have next to no processor time for so many seconds.
  ///
  /// Less than a hundredth of a processor is next to none: a hang, not a busy machine.
  public static func start(after seconds: Int = 60) {
    longestSilence.store(
      min(seconds, longestSilence.load(ordering: .relaxed)), ordering: .relaxed)
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    TestThread.start(watch)
  }

  private static func watch() {
    var (silence, last) = (0, -1)
    while silence < longestSilence.load(ordering: .relaxed) {
      sleep(1)
      let now = ProcessStacks.processorTicks(below: getpid())
      (silence, last) = (abs(now - last) <= 1 ? silence + 1 : 0, now)
    }
    let states = Evidence.allSummaries.joined(separator: "\n")
    ProcessStacks.report(below: getpid(), "has done nothing for \(silence) s.\n\(states)")
    _exit(70)
  }
}

/// What the threads of processes do.
public enum ProcessStacks {
  /// Writes the stacks of a process and of everything that it has started to the standard error.
  static func report(below process: Int32, _ what: String) {
    let stacks = ProcessTree.all(from: process).map(text)
    let report = "Process \(process) \(what).\n\(stacks.joined(separator: "\n"))\n"
    _ = report.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  /// Returns the stacks of all threads: by gdb where it is installed and may look, otherwise as far
  /// as the kernel tells.
  public static func text(of process: Int32) -> String {
    let arguments = ["-p", "\(process)", "-batch", "-nx", "-ex", "thread apply all bt 30"]
    let debugger = try? Subprocess("gdb", arguments, output: .captured, error: .null)
    if debugger?.wait(within: .seconds(60))?.code == 0, let output = debugger?.output {
      let text = String(decoding: output, as: UTF8.self)
      if text.contains("#0 ") { return "Process \(process):\n\(text)" }
    }
    let folder = "/proc/\(process)/task"
    let threads = ((try? Files.names(in: folder)) ?? []).map { thread in
      let parts = ["comm", "wchan", "syscall", "stack"].compactMap { name in
        (try? Files.text(of: "\(folder)/\(thread)/\(name)")).map { "\(name): \($0)" }
      }
      return "Thread \(thread)\n" + parts.joined(separator: "\n")
    }
    return "Process \(process):\n" + threads.joined(separator: "\n")
  }

  /// Returns the processor time of a process and of everything that it has started, in hundredths
  /// of a second. Source: proc(5).
  static func processorTicks(below process: Int32) -> Int {
    ProcessTree.all(from: process).reduce(0) { sum, process in
      let text = (try? Files.text(of: "/proc/\(process)/stat")) ?? ""
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12 else { return sum }
      return sum + (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }
  }
}

extension Subprocess {
  /// Returns how the program ends, without blocking the caller's thread.
  ///
  /// One that has next to no processor time for so many seconds hangs: its stacks go to the standard
  /// error, and it is killed.
  public func end(silence longest: Int = 30) async -> Status {
    let watchdog = Task {
      var (silence, last) = (0, -1)
      while silence < longest {
        try await Task.sleep(for: .seconds(1))
        let now = ProcessStacks.processorTicks(below: identifier)
        (silence, last) = (abs(now - last) <= 1 ? silence + 1 : 0, now)
      }
      ProcessStacks.report(below: identifier, "hangs")
      ProcessTree.end(identifier)
    }
    defer { watchdog.cancel() }
    return await ended()
  }
}
