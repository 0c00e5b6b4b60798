import Basics
import Core
import FeatureFlags
import FoundationEssentials
import Synchronization
import Terminal

/// Exposures and conversions: kept in a file until the cloud has them.
final class ExperimentEvents: Sendable {
  private let queue: ExperimentEventQueue
  private let file: PrivateFile
  private let isEnabled: Bool
  private let eventFactory: EventFactory
  /// The levels that decide without an experiment: the build itself, or the choice of a cloud.
  private let ignoredOrigins: Set<String>
  private let hasRecorded = Mutex(false)

  /// - Parameter isEnabled: Whether anything is recorded; flags choose all the same.
  init(
    path: String, isEnabled: Bool, ignoredOrigins: Set<String>, wallClock: any WallClock,
    randomBytes: any RandomBytes
  ) {
    (self.ignoredOrigins, self.isEnabled) = (ignoredOrigins, isEnabled)
    file = PrivateFile(path: path)
    // An event that cannot be kept must not disturb the rider; the experiment has one rider less.
    queue = ExperimentEventQueue(path: path, onFailure: { _ in })
    eventFactory = EventFactory(
      makeID: { randomBytes.makeIdentifier() },
      now: { Int64((wallClock.now.timeIntervalSince1970 * 1000).rounded()) })
  }

  /// Begins a scope in which flags choose for a subject that uses a terminal.
  func makeScope(
    _ levels: FlagLevels, subject: String?, on terminal: TerminalCapabilities
  ) -> FlagScope {
    var context = subject.map { EvaluationContext(targetingKey: $0) } ?? EvaluationContext()
    context.segment = terminal.segment
    return FlagScope(
      flags: levels.provider, context: context, recorder: self, eventFactory: eventFactory)
  }

  /// Hands what waits to the cloud, if anything was recorded in this run.
  ///
  /// Events that cannot be delivered wait for the next run that records one.
  func deliver(to client: CloudClient) async {
    guard isEnabled, hasRecorded.withLock({ $0 }) else { return }
    _ = try? await queue.deliver(through: CloudEventSender(client: client))
  }

  func forget() throws(FileError) { try file.delete() }
}

extension ExperimentEvents: ExposureRecorder {
  /// Keeps an event, unless what decided is no experiment.
  func record(_ event: ExperimentEvent) {
    guard isEnabled else { return }
    if case .exposure(_, _, let origin, _) = event.kind, ignoredOrigins.contains(origin) { return }
    hasRecorded.withLock { $0 = true }
    queue.record(event)
  }
}

extension TerminalCapabilities {
  /// The segment of riders with such a terminal; from 80 columns on it is wide.
  fileprivate var segment: String {
    isAccessible ? "accessible" : size.columns < 80 ? "narrow" : "wide"
  }
}

private struct CloudEventSender: EventSender {
  let client: CloudClient

  func send(_ events: [ExperimentEvent]) async throws {
    let batch = ExperimentEventBatch(events: events.map(ExperimentEventRecord.init))
    _ = try await client.call(CloudAPI.recordExperimentEvents, body: batch)
  }
}

extension ExperimentEventRecord {
  fileprivate init(_ event: ExperimentEvent) {
    switch event.kind {
    case .exposure(let flag, let variant, let origin, let segment):
      self.init(
        id: event.id, subject: event.subject, milliseconds: event.milliseconds, kind: .exposure,
        flag: flag, variant: variant, origin: origin, segment: segment)
    case .conversion(let name, let value):
      self.init(
        id: event.id, subject: event.subject, milliseconds: event.milliseconds,
        kind: .conversion, name: name, value: value)
    }
  }
}
