import Glibc

/// A thread for work that blocks: of the queues of libdispatch only 255 may block at once, which the
/// tests of one process together exceed.
public enum TestThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs work on a new thread.
  public static func start(_ work: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let pointer = Unmanaged.passRetained(Work(work)).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, pointer)
    precondition(status == 0, "no thread can be started")
    pthread_detach(thread)
  }
}
