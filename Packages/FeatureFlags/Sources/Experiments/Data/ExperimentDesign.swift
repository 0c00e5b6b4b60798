/// What was decided before an experiment was started.
public struct ExperimentDesign: Codable, Equatable, Sendable {
  /// How many segments an experiment may have: with each of them the others' p-values grow.
  public static let largestSegmentCount = 10

  /// What the experiment hopes for.
  public var conversion: String
  /// How many riders it needs.
  public var riders: Int?
  /// Conversions that must not rise.
  public var mustNotRise: [String]
  /// Conversions that must not fall.
  public var mustNotFall: [String]
  /// The parts of the riders that are reported by themselves, too; at most ``largestSegmentCount``.
  public var segments: [String]?
  /// Who started it.
  public var author: String
  /// Why.
  public var message: String

  public init(
    conversion: String, riders: Int? = nil, mustNotRise: [String] = [],
    mustNotFall: [String] = [], segments: [String]? = nil, author: String, message: String
  ) {
    self.conversion = conversion
    self.riders = riders
    self.mustNotRise = mustNotRise
    self.mustNotFall = mustNotFall
    self.segments = segments
    self.author = author
    self.message = message
  }

  /// The guardrails by the conversions' names.
  public var guardrails: [(conversion: String, mustNot: Guardrail.Harm)] {
    mustNotRise.map { ($0, .rise) } + mustNotFall.map { ($0, .fall) }
  }
}
