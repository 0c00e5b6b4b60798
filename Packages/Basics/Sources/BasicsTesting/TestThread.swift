import Basics

/// Runs work of a test that blocks.
public enum TestThread {
  /// Runs work on a new thread, without which the test cannot go on.
  public static func start(_ work: @escaping @Sendable () -> Void) {
    precondition(DetachedThread.start(work), "no thread can be started")
  }
}
