public import Basics

extension CloudAPI {
  public static let recordExperimentEvents = Endpoint<
    Empty, ExperimentEventBatch, ExperimentEventReceipt
  >(
    "recordExperimentEvents", .post, "/experiment-events", access: .anyone, cost: .bulkWrite,
    limit: RateLimit(burst: 60, perMinute: 120),
    summary: "Records exposures and conversions; an event that comes again counts once, and an "
      + "installation or rider may send 500 a day.")

  public static let experiments = Endpoint<Empty, Empty, ExperimentList>(
    "experiments", .get, "/experiments", access: .administrator, cost: .longRead, limit: .longReads,
    summary: "Returns the experiments and the flags with exposures, with what their reports say.")

  public static let experimentReport = Endpoint<ExperimentReportParameters, Empty, JSON.Object>(
    "experimentReport", .get, "/experiments/{flag}", access: .administrator, cost: .longRead,
    limit: .longReads, summary: "Returns what an experiment shows.")
}

/// The experiments and the flags with exposures, and the counted conversions.
public struct ExperimentList: Codable, Equatable, Sendable {
  public let experiments: [ExperimentSummary]
  /// The names of the conversions that have happened, in order.
  public let conversions: [String]

  public init(experiments: [ExperimentSummary], conversions: [String]) {
    (self.experiments, self.conversions) = (experiments, conversions)
  }
}

/// The summary of a flag's report.
public struct ExperimentSummary: Codable, Equatable, Sendable {
  public let flag: String
  /// "running", "stopped", or absent when no experiment was started on the flag.
  public let state: String?
  /// The phase of the report: a changed split begins a new one.
  public let phase: Int?
  /// How many installations and riders were first exposed in that phase.
  public let subjects: Int
  /// How many more met two variants in that phase, and are not counted.
  public let leftOut: Int
  /// The decision that the data allow, in a sentence.
  public let verdict: String

  public init(
    flag: String, state: String? = nil, phase: Int? = nil, subjects: Int, leftOut: Int = 0,
    verdict: String
  ) {
    (self.flag, self.state, self.phase) = (flag, state, phase)
    (self.subjects, self.leftOut, self.verdict) = (subjects, leftOut, verdict)
  }
}

/// Names an experiment.
public struct ExperimentReportParameters: Codable, Equatable, Sendable {
  /// The flag's key.
  public let flag: String
  /// One of ``Conversion/goals``; absent for the goal set at the experiment's start.
  public let conversion: String?
  /// The number of a phase; absent for the last one.
  public let phase: Int?

  public init(flag: String, conversion: String? = nil, phase: Int? = nil) {
    (self.flag, self.conversion, self.phase) = (flag, conversion, phase)
  }
}

/// What an experiment may compare: actions of riders, and measurements of an hour of dispatch.
public enum Conversion: String, CaseIterable, Sendable {
  case signedUp = "signed_up"
  case rideRequested = "ride_requested"
  case rideCancelled = "ride_cancelled"
  /// Its value is the fare in cents.
  case rideCompleted = "ride_completed"
  case shared
  /// Of an hour of the flag `dispatch-matching`: the mean seconds from request to pick-up.
  case secondsToPickup = "seconds_to_pickup"
  /// Of such an hour: how many rides found no driver.
  case ridesWithoutDriver = "rides_without_driver"

  private static let valued: [Conversion] = [.rideCompleted, .secondsToPickup, .ridesWithoutDriver]

  /// The comparable goals: the names of the conversions, and, of those that have a value, `mean:` and
  /// `ratio:` followed by the name, for the value per rider or each time.
  public static let goals =
    allCases.map(\.rawValue)
    + ["mean", "ratio"].flatMap { kind in valued.map { "\(kind):\($0.rawValue)" } }
}

/// A batch of exposures and conversions.
public struct ExperimentEventBatch: Codable, Equatable, Sendable, BoundedListBody {
  public static let listField = "events"
  /// How many events a batch may hold at the most.
  public static let largestCount = 200

  /// 1 to 200 events.
  public let events: [ExperimentEventRecord]
  public var count: Int { events.count }

  public init(events: [ExperimentEventRecord]) { self.events = events }
}

/// The result of a batch of events; those that were not accepted need not be sent again.
public struct ExperimentEventReceipt: Codable, Equatable, Sendable {
  /// How many events are kept, those that came before included.
  public let accepted: Int
  /// How many exposures were to flags or variants that the cloud does not have, or events such as only
  /// the cloud itself records.
  public let unrecognized: Int
  /// How many events are older than 180 days, or more than a day ahead of the cloud's clock.
  public let untimely: Int
  /// How many events were more than an installation or rider may send in a day.
  public let overBudget: Int

  public init(accepted: Int, unrecognized: Int = 0, untimely: Int = 0, overBudget: Int = 0) {
    (self.accepted, self.unrecognized) = (accepted, unrecognized)
    (self.untimely, self.overBudget) = (untimely, overBudget)
  }
}

/// An exposure to a flag's variant, or a conversion.
///
/// Texts have at most 128 bytes each. The only personal data is the subject's identifier.
public struct ExperimentEventRecord: Codable, Equatable, Sendable {
  /// The values that a conversion may have.
  public static let values = -1_000_000_000...1_000_000_000

  /// The kind of an event.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// An exposure: `flag`, `variant` and `origin` are present.
    case exposure
    /// The subject did something: `name` is there.
    case conversion
  }

  /// Unlike that of any other event.
  public let id: String
  /// An installation or a rider; in what the cloud itself records, an hour of dispatch.
  public let subject: String
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64
  public let kind: Kind
  public let flag: String?
  public let variant: String?
  /// The level of the flag that decided.
  public let origin: String?
  /// The part of the riders that the subject belonged to; counted if the experiment names it.
  public let segment: String?
  /// The conversion.
  public let name: String?
  /// How much of it, in ``values``, such as the fare in cents: reports have its mean.
  public let value: Int?

  public init(
    id: String, subject: String, milliseconds: Int64, kind: Kind, flag: String? = nil,
    variant: String? = nil, origin: String? = nil, segment: String? = nil, name: String? = nil,
    value: Int? = nil
  ) {
    (self.id, self.subject, self.milliseconds) = (id, subject, milliseconds)
    (self.kind, self.flag, self.variant, self.origin) = (kind, flag, variant, origin)
    (self.segment, self.name, self.value) = (segment, name, value)
  }
}
