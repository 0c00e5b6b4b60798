public import Basics

extension CloudAPI {
  public static let recordExperimentEvents = Endpoint<
    Empty, ExperimentEventBatch, ExperimentEventReceipt
  >(
    .recordExperimentEvents, .post, "/experiment-events", access: .anyone,
    summary: "Records exposures and conversions; an event that comes again counts once, and an "
      + "installation or rider may send 500 a day.")

  public static let experiments = Endpoint<Empty, Empty, ExperimentList>(
    .experiments, .get, "/experiments", access: .administrator,
    summary: "Returns the flags with exposures, and the conversions.")

  public static let experimentReport = Endpoint<
    ExperimentReportParameters, Empty, JSON.Object
  >(
    .experimentReport, .get, "/experiments/{flag}", access: .administrator,
    summary: "Returns what an experiment shows.")
}

/// The flags with exposures, and the counted conversions.
public struct ExperimentList: Codable, Equatable, Sendable {
  public let experiments: [ExposedFlag]
  /// The names of the conversions that have happened, in order.
  public let conversions: [String]

  public init(experiments: [ExposedFlag], conversions: [String]) {
    self.experiments = experiments
    self.conversions = conversions
  }
}

/// A flag with exposures.
public struct ExposedFlag: Codable, Equatable, Sendable {
  public let flag: String
  /// How many installations and riders.
  public let subjects: Int

  /// Counts the subjects of a flag.
  public init(flag: String, subjects: Int) {
    self.flag = flag
    self.subjects = subjects
  }
}

/// Names an experiment.
public struct ExperimentReportParameters: Codable, Equatable, Sendable {
  /// The flag's key.
  public let flag: String
  /// The name of what the experiment hopes for.
  public let conversion: String

  /// Names an experiment.
  public init(flag: String, conversion: String) {
    self.flag = flag
    self.conversion = conversion
  }
}

/// A batch of exposures and conversions.
public struct ExperimentEventBatch: Codable, Equatable, Sendable {
  /// How many events a batch may hold at the most.
  public static let largestCount = 200

  /// 1 to 200 events.
  public let events: [ExperimentEventRecord]

  public init(events: [ExperimentEventRecord]) {
    self.events = events
  }
}

/// The result of a batch of events; those that were not accepted are dropped and need not be sent
/// again.
public struct ExperimentEventReceipt: Codable, Equatable, Sendable {
  /// How many events are kept, those that came before included.
  public let accepted: Int
  /// How many exposures were to flags or variants that the cloud does not have.
  public let unrecognized: Int
  /// How many events are older than 180 days, or more than a day ahead of the cloud's clock.
  public let untimely: Int
  /// How many events were more than an installation or rider may send in a day.
  public let overBudget: Int

  public init(accepted: Int, unrecognized: Int = 0, untimely: Int = 0, overBudget: Int = 0) {
    self.accepted = accepted
    self.unrecognized = unrecognized
    self.untimely = untimely
    self.overBudget = overBudget
  }
}

/// An exposure to a flag's variant, or a conversion.
///
/// Texts have at most 128 bytes each. The only personal data is the subject's identifier.
public struct ExperimentEventRecord: Codable, Equatable, Sendable {
  /// What happened.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// An exposure: `flag`, `variant` and `origin` are present.
    case exposure
    /// The subject did something: `name` is there.
    case conversion
  }

  /// Unlike that of any other event.
  public let id: String
  /// An installation or a rider.
  public let subject: String
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64
  public let kind: Kind
  public let flag: String?
  public let variant: String?
  /// The level of the flag that decided.
  public let origin: String?
  /// The conversion.
  public let name: String?

  public init(
    id: String, subject: String, milliseconds: Int64, kind: Kind, flag: String? = nil,
    variant: String? = nil, origin: String? = nil, name: String? = nil
  ) {
    self.id = id
    self.subject = subject
    self.milliseconds = milliseconds
    self.kind = kind
    self.flag = flag
    self.variant = variant
    self.origin = origin
    self.name = name
  }
}
