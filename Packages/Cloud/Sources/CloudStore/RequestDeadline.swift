import Dispatch
import Glibc
import Synchronization

/// When a request must have its response: what it waits for, a worker, the writers' turn, a connection
/// and locks, and its statements share the time until then.
package struct RequestDeadline: Equatable, Sendable {
  /// From the arrival of a request.
  package static let standard = Duration.seconds(15)
  /// A request with less time left is refused at once, so that those answered together with it have
  /// time for their work.
  package static let shortest = Duration.seconds(1)

  package let end: ContinuousClock.Instant

  package init(
    after time: Duration = standard, from arrival: ContinuousClock.Instant = .now
  ) {
    end = arrival + time
  }

  /// What is left of the time; zero after the end.
  package func rest(at now: ContinuousClock.Instant = .now) -> Duration {
    max(.zero, now.duration(to: end))
  }

  /// The end of work that may take until a moment, and not longer than its request.
  package static func earlier(
    _ moment: ContinuousClock.Instant, _ deadline: RequestDeadline?
  ) -> ContinuousClock.Instant {
    deadline.map { min(moment, $0.end) } ?? moment
  }

  /// The end for a semaphore; without a deadline it waits for ever.
  static func time(of deadline: RequestDeadline?) -> DispatchTime {
    deadline.map { .now() + $0.rest() / .seconds(1) } ?? .distantFuture
  }
}

/// The deadlines of the requests that threads work on.
package final class RequestDeadlines: Sendable {
  private let ends = Mutex<[pthread_t: RequestDeadline]>([:])

  package init() {}

  /// That of the calling thread's request; `nil` for work without one, such as a command's.
  package var current: RequestDeadline? { ends.withLock { $0[pthread_self()] } }

  /// Works on a request on the calling thread; a part of it may have an earlier deadline.
  package func work<Value, Failure: Error>(
    until deadline: RequestDeadline, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let thread = pthread_self()
    let outer = ends.withLock { ends in
      let outer = ends[thread]
      ends[thread] = outer.map { $0.end < deadline.end ? $0 : deadline } ?? deadline
      return outer
    }
    defer { ends.withLock { $0[thread] = outer } }
    return try body()
  }
}
