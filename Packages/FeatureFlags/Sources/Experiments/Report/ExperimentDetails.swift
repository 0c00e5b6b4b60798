/// The history and the further numbers of an experiment, besides the counts of its variants.
public struct ExperimentDetails: Sendable, Equatable {
  /// Whether an experiment that was started is still running.
  public enum State: String, Sendable { case running, stopped }

  /// `nil` when the experiment was never started: its flag is just counted.
  public var state: State?
  /// How many riders it was planned for.
  public var plannedRiders: Int?
  /// The number of the reported phase; `nil` when there are no phases.
  public var phase: Int?
  /// The allocation history, oldest first. A changed split begins a new phase.
  public var phases: [ExperimentPhase] = []
  /// The riders of the reported phase who met two variants and are not counted.
  public var leftOut = 0
  /// The conversions, or their values, that must not get worse.
  public var guardrails: [Guardrail] = []
  /// The parts of the riders that are reported by themselves, too, decided before the start.
  public var segments: [ExperimentSegment] = []
  /// The values that are compared, too, decided before the start.
  public var metrics: [MetricSummary] = []

  /// Those of an experiment of which nothing but the counts is known.
  public static let empty = ExperimentDetails()
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

/// The numbers by which the variants of some riders are compared.
protocol MeasuredVariants {
  /// The variants, the default first.
  var counts: [VariantCounts] { get set }
  /// The value of the riders that is compared; `nil` when it is how many convert.
  var value: MetricSummary? { get set }
}

extension MeasuredVariants {
  /// All variants but the first, compared with it; p-values are corrected for their number.
  var comparisons: [VariantComparison] { [uncorrectedComparisons].corrected[0] }
  /// How the differences of what is compared are written.
  var unit: DifferenceUnit { value == nil ? .points : .value }
}

/// A part of the riders that is reported by itself, too.
public struct ExperimentSegment: MeasuredVariants, Sendable, Equatable {
  public let name: String
  /// The variants, and the riders whose first exposure in the reported phase was in this segment.
  public internal(set) var counts: [VariantCounts]
  /// The value of these riders that is compared; `nil` when the conversion is.
  public internal(set) var value: MetricSummary?

  public init(name: String, counts: [VariantCounts], value: MetricSummary? = nil) {
    self.name = name
    self.counts = counts
    self.value = value
  }
}

/// A conversion, or a value of it, that an experiment must not make worse.
public struct Guardrail: MeasuredVariants, Sendable, Equatable {
  public enum Harm: String, CaseIterable, Sendable, Codable { case rise, fall }

  public let conversion: String
  /// The direction in which it must not change.
  public let mustNot: Harm
  /// The riders of each variant, and those who did it; none when a value is compared.
  public internal(set) var counts: [VariantCounts]
  /// The value of the conversion that is compared instead.
  public internal(set) var value: MetricSummary?

  public init(conversion: String, mustNot: Harm, counts: [VariantCounts]) {
    self.conversion = conversion
    self.mustNot = mustNot
    self.counts = counts
  }

  public init(_ value: MetricSummary, mustNot: Harm) {
    self.init(conversion: value.conversion, mustNot: mustNot, counts: [])
    self.value = value
  }

  /// The displayed name of the guarded conversion or value.
  var name: String { value?.shortName ?? NumberText.name(conversion, length: 32) }

  /// The comparisons that show harm, by the test that is valid at every look.
  var harmed: [VariantComparison] {
    comparisons.filter { comparison in
      guard let difference = comparison.difference, comparison.isShown else { return false }
      return mustNot == .rise ? difference > 0 : difference < 0
    }
  }
}
