import Basics
import Cloud
import Core
import Experiments
import FeatureFlags

/// Knows what happened in experiments.
protocol ExperimentSource {
  /// Returns the flags with exposures.
  func list() async throws(CloudError) -> ExperimentList

  /// Counts who met which variant and who converted, in the order of the cloud's definitions; this
  /// program's definitions count in an embedded cloud.
  func counts(
    of flag: String, conversion: String, in definitions: FlagDefinitions?
  ) async throws(CloudError) -> [VariantCounts]?
}

extension ExperimentReader: ExperimentSource {
  func counts(
    of flag: String, conversion: String, in definitions: FlagDefinitions?
  ) async throws(CloudError) -> [VariantCounts]? {
    guard let definitions else { return nil }
    return try await counts(of: flag, conversion: conversion, in: definitions) as [VariantCounts]
  }

  func list() async throws(CloudError) -> ExperimentList {
    ExperimentList(
      experiments: try await exposedFlags(), conversions: try await conversionNames())
  }
}

/// The experiments of a cloud on the network, read in an administrator's name.
struct NetworkExperiments: ExperimentSource {
  let client: CloudClient
  let token: Secret

  func list() async throws(CloudError) -> ExperimentList {
    try await client.call(CloudAPI.experiments, parameters: Empty(), administrator: token)
  }

  func counts(
    of flag: String, conversion: String, in definitions: FlagDefinitions?
  ) async throws(CloudError) -> [VariantCounts]? {
    let report = try await client.call(
      CloudAPI.experimentReport,
      parameters: ExperimentReportParameters(flag: flag, conversion: conversion),
      administrator: token)
    guard case .array(let rows) = report["variants"] else {
      throw .unintelligible(reason: "the report has no variants")
    }
    var counts: [VariantCounts] = []
    for row in rows {
      guard let members = row.object, let variant = members["variant"]?.text,
        case .number(let first) = members["exposed"], let exposed = first.integer(Int.self),
        case .number(let second) = members["converted"], let converted = second.integer(Int.self),
        converted >= 0, converted <= exposed, let weight = members["weight"]?.double
      else { throw .unintelligible(reason: "the report's variants are not counted") }
      counts.append(
        VariantCounts(
          variant: variant, exposed: exposed, converted: converted,
          weight: weight))
    }
    return counts
  }
}
