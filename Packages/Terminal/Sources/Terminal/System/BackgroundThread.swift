internal import Glibc

/// Runs blocking work on a thread of its own, so that it never holds up other tasks.
enum BackgroundThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Returns the result of `body`, which may block.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: body()) }
    }
  }

  /// Starts `body`; without a thread to spare it runs here.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let job = Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        pthread_detach(pthread_self())
        if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, job.toOpaque())
    if code != 0 { job.takeRetainedValue().body() }
  }
}
