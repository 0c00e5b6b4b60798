import Glibc
import Synchronization

/// The processes that a process has started, those that they have started, and so on.
public enum ProcessTree {
  /// Whether an interrupt is ending what this process has started.
  private static let isEnding = Atomic(false)

  /// Returns the processes that any thread of a process has started.
  private static func children(of process: Int32) -> [Int32] {
    let threads = (try? Files.names(in: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      let children = try? Files.text(of: "/proc/\(process)/task/\(thread)/children")
      return (children ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Returns a process and everything below it, the process first.
  public static func all(from process: Int32) -> [Int32] {
    [process] + children(of: process).flatMap(all)
  }

  /// Ends a process and everything below it.
  public static func end(_ process: Int32) {
    // A stopped process starts no others while its children are looked for.
    kill(process, SIGSTOP)
    for child in children(of: process) { end(child) }
    kill(process, SIGKILL)
  }

  /// Ends everything that a process has started.
  public static func endChildren(of process: Int32) {
    for child in children(of: process) { end(child) }
  }

  /// Keeps a thread that has waited for a program from taking an end by ``endOnInterrupts()`` for
  /// the program's own, and from ending this process with another status first.
  static func stayIfEnding() { while isEnding.load(ordering: .sequentiallyConsistent) { pause() } }

  /// From now on SIGINT, SIGTERM and SIGHUP end everything that this process has started, and then the
  /// process, with 128 plus the signal's number, after ``InterruptCleanup``.
  ///
  /// Has to be called before other threads exist: they must not receive the signals.
  public static func endOnInterrupts() {
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for interrupt in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&interrupts, interrupt) }
    pthread_sigmask(SIG_BLOCK, &interrupts, nil)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        var received: Int32 = 0
        while sigwait(&blocked, &received) != 0 {}
        ProcessTree.isEnding.store(true, ordering: .sequentiallyConsistent)
        ProcessTree.endChildren(of: getpid())
        InterruptCleanup.run()
        _exit(128 + received)
      }, nil)
  }
}

/// The cleanup when ``ProcessTree/endOnInterrupts()`` ends the process.
public enum InterruptCleanup {
  private static let folder = Mutex<String?>(nil)

  /// Has a folder removed, such as one for temporary files.
  public static func remove(_ folder: String) { self.folder.withLock { $0 = folder } }

  static func run() {
    guard let folder = folder.withLock({ $0 }) else { return }
    for _ in 1...20 {
      do throws(FileError) {
        return try Files.remove(folder)
      } catch {
        // Another thread has started a program meanwhile, which writes there.
        ProcessTree.endChildren(of: getpid())
      }
    }
  }
}
