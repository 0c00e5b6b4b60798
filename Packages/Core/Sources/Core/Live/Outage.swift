public import FoundationEssentials

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
