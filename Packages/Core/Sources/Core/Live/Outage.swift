public import FoundationEssentials
import Synchronization

/// A time in which a cloud that is followed does not answer, as when its server is replaced.
public struct Outage: Sendable {
  /// How long it is borne, in seconds.
  static let longest = 60.0

  private var beginning: Date?

  public init() {}

  /// Notes that the cloud has answered.
  public mutating func end() { beginning = nil }

  /// Bears a failure that may pass; throws one that will not, or has lasted for a minute.
  public mutating func bear(_ failure: CloudError, at now: Date) throws(CloudError) {
    switch failure {
    case .unreachable, .unanswered, .tryAgainLater, .foreign:
      let beginning = beginning ?? now
      self.beginning = beginning
      if now.timeIntervalSince(beginning) >= Self.longest { throw failure }
    case .refused, .unintelligible, .storage: throw failure
    }
  }
}

/// Tells one listener whether a cloud on the network answers.
public final class AnswerNotes: Sendable {
  private let listener = Mutex<AsyncStream<Bool>.Continuation?>(nil)
  public init() {}

  /// Notes an answer, or an attempt that remained without one.
  public func note(_ isAnswered: Bool) {
    let listener = listener.withLock { $0 }
    _ = listener?.yield(isAnswered)
  }

  /// Returns what is noted from now on; an earlier listener gets no more.
  public func listen() -> AsyncStream<Bool> {
    let (notes, continuation) = AsyncStream.makeStream(of: Bool.self)
    listener.withLock { $0 = continuation }
    return notes
  }
}
