/// The decisions before the start of an experiment.
public struct ExperimentDesign: Codable, Equatable, Sendable {
  /// How many segments an experiment may have: with each of them the others' p-values grow.
  public static let largestSegmentCount = 10
  /// How many values an experiment may compare.
  public static let largestMetricCount = 10

  /// The goal of the experiment, as ``ExperimentGoal`` reads it.
  public var conversion: String
  /// How many riders it needs.
  public var riders: Int?
  /// The goals that must not rise, as ``ExperimentGoal`` reads it.
  public var mustNotRise: [String]
  /// The goals that must not fall, as ``ExperimentGoal`` reads it.
  public var mustNotFall: [String]
  /// The parts of the riders that are reported by themselves, too; at most ``largestSegmentCount``.
  public var segments: [String]?
  /// Values that are compared, too; at most ``largestMetricCount``.
  public var metrics: [ExperimentMetric]?
  /// Who started it.
  public var author: String
  /// Why.
  public var message: String

  public init(
    conversion: String, riders: Int? = nil, mustNotRise: [String] = [], mustNotFall: [String] = [],
    segments: [String]? = nil, metrics: [ExperimentMetric]? = nil, author: String, message: String
  ) {
    self.conversion = conversion
    self.riders = riders
    self.mustNotRise = mustNotRise
    self.mustNotFall = mustNotFall
    self.segments = segments
    self.metrics = metrics
    self.author = author
    self.message = message
  }

  /// The goals that must not get worse.
  public var guardrails: [(goal: ExperimentGoal, mustNot: Guardrail.Harm)] {
    mustNotRise.map { (ExperimentGoal($0), .rise) }
      + mustNotFall.map { (ExperimentGoal($0), .fall) }
  }
}

/// The measure by which variants are compared: how many of their riders convert, or a value of the
/// conversions.
public struct ExperimentGoal: Equatable, Sendable {
  /// The name of the conversions.
  public let conversion: String
  /// How their values are summed up; `nil` when it is how many riders convert.
  public let kind: ExperimentMetric.Kind?

  /// Reads the name of a conversion, or `mean:` or `ratio:` followed by one.
  public init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    kind = parts.count == 2 ? ExperimentMetric.Kind(rawValue: String(parts[0])) : nil
    conversion = kind == nil ? text : String(parts[1])
  }

  /// The value that is compared.
  public var metric: ExperimentMetric? { kind.map { ExperimentMetric($0, of: conversion) } }
}

/// A value of conversions that an experiment compares.
public struct ExperimentMetric: Codable, Hashable, Sendable {
  /// How the values of a rider are summed up.
  public enum Kind: String, Codable, Sendable {
    /// The sum of a rider's values; a rider without one counts with zero.
    case mean
    /// The sum of all values divided by the number of conversions that had one.
    case ratio
  }

  /// The name of the conversions.
  public let conversion: String
  public let kind: Kind

  public init(_ kind: Kind, of conversion: String) {
    self.conversion = conversion
    self.kind = kind
  }
}
