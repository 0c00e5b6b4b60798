/// What is known of an experiment besides the counts of its variants.
public struct ExperimentDetails: Sendable, Equatable {
  /// Whether an experiment that was started is still running.
  public enum State: String, Sendable {
    case running, stopped
  }

  /// `nil` when the experiment was never started: its flag is just counted.
  public var state: State?
  /// How many riders it was planned for.
  public var plannedRiders: Int?
  /// The number of the reported phase; `nil` when there are no phases.
  public var phase: Int?
  /// The allocation history, oldest first. A changed split begins a new phase.
  public var phases: [ExperimentPhase]
  /// The riders of the reported phase who met two variants and are not counted.
  public var leftOut: Int
  /// What must not get worse.
  public var guardrails: [Guardrail]
  /// The parts of the riders that are reported by themselves, too, decided before the start.
  public var segments: [ExperimentSegment]
  /// The values that are compared, too, decided before the start.
  public var metrics: [MetricSummary]

  public init(
    state: State? = nil, plannedRiders: Int? = nil, phase: Int? = nil,
    phases: [ExperimentPhase] = [], leftOut: Int = 0, guardrails: [Guardrail] = [],
    segments: [ExperimentSegment] = [], metrics: [MetricSummary] = []
  ) {
    self.state = state
    self.plannedRiders = plannedRiders
    self.phase = phase
    self.phases = phases
    self.leftOut = leftOut
    self.guardrails = guardrails
    self.segments = segments
    self.metrics = metrics
  }
}

/// A time in which the riders of an experiment were split in one way.
public struct ExperimentPhase: Sendable, Equatable {
  /// From 1, in the order of time.
  public let number: Int
  /// When it began, in ISO 8601.
  public let since: String
  /// The variants with their weights, and the riders who met the flag first in this phase.
  public let counts: [VariantCounts]

  public init(number: Int, since: String, counts: [VariantCounts]) {
    self.number = number
    self.since = since
    self.counts = counts
  }
}

/// A part of the riders that is reported by itself, too.
public struct ExperimentSegment: Sendable, Equatable {
  public let name: String
  /// The variants, and the riders whose first exposure in the reported phase was in this segment.
  public internal(set) var counts: [VariantCounts]

  public init(name: String, counts: [VariantCounts]) {
    self.name = name
    self.counts = counts
  }
}

/// A conversion that an experiment must not make worse.
public struct Guardrail: Sendable, Equatable {
  /// What harm is.
  public enum Harm: String, Sendable, Codable {
    case rise, fall
  }

  /// The name of the conversion.
  public let conversion: String
  /// What it must not do.
  public let mustNot: Harm
  /// The riders of each variant, and those who did it.
  public let counts: [VariantCounts]

  public init(conversion: String, mustNot: Harm, counts: [VariantCounts]) {
    self.conversion = conversion
    self.mustNot = mustNot
    self.counts = counts
  }

  /// The comparisons that show harm, by the test that is valid at every look, corrected for the
  /// number of variants.
  var harmed: [ExperimentReport.Comparison] {
    ExperimentReport.comparisons(counts).filter { comparison in
      guard let difference = comparison.difference,
        comparison.adjustedSequentialPValue ?? 1 <= 1 - ExperimentReport.confidence
      else { return false }
      return mustNot == .rise ? difference > 0 : difference < 0
    }
  }
}
