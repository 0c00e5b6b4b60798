import Dispatch
import Glibc

/// A thread for work that blocks: of the queues of libdispatch only 255 may block at once, and the
/// next ones would never begin.
public enum DetachedThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs work on a new thread, which ends with it; returns `false` when there can be no more threads.
  public static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(work))
    let status = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Runs work on a new thread; where there can be no more, as soon as libdispatch has one.
  public static func run(_ work: @escaping @Sendable () -> Void) {
    if !start(work) { DispatchQueue(label: "koober.blocking").async(execute: work) }
  }
}
