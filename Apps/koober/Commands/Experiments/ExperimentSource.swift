import Basics
import Cloud
import Core
import Experiments
import FeatureFlags

/// Knows what happened in experiments.
protocol ExperimentSource {
  /// Returns the experiments and the flags with exposures.
  func list() async throws(CloudError) -> ExperimentList

  /// Reports on a flag as the cloud does.
  ///
  /// - Parameters:
  ///   - conversion: `nil` for what was decided when the experiment was started.
  ///   - phase: `nil` for the last one.
  /// - Returns: `nil` when there is no such flag or phase.
  func report(
    on flag: String, conversion: String?, phase: Int?
  ) async throws(CloudError) -> Result<ExperimentReport, ExperimentError>?
}

/// The experiments of the embedded cloud; flags that it does not define are those of the program.
struct EmbeddedExperiments: ExperimentSource {
  let reader: ExperimentReader
  let flags: LayeredProvider

  func list() async throws(CloudError) -> ExperimentList {
    try await reader.list { [flags] flag in flags.definitions(of: flag) }
  }

  func report(
    on flag: String, conversion: String?, phase: Int?
  ) async throws(CloudError) -> Result<ExperimentReport, ExperimentError>? {
    try await reader.report(
      on: flag, conversion: conversion, phase: phase, in: flags.definitions(of: flag))
  }
}

/// The experiments of a cloud on the network, read in an administrator's name.
struct NetworkExperiments: ExperimentSource {
  let client: CloudClient
  let token: Secret

  func list() async throws(CloudError) -> ExperimentList {
    try await client.call(CloudAPI.experiments, parameters: Empty(), administrator: token)
  }

  func report(
    on flag: String, conversion: String?, phase: Int?
  ) async throws(CloudError) -> Result<ExperimentReport, ExperimentError>? {
    let document: JSON.Object
    do throws(CloudError) {
      document = try await client.call(
        CloudAPI.experimentReport,
        parameters: ExperimentReportParameters(flag: flag, conversion: conversion, phase: phase),
        administrator: token)
    } catch .refused(let detail) where detail.code == .notFound {
      return nil
    }
    guard let report = ExperimentReport(json: .object(document)) else {
      throw .unintelligible(reason: "the report cannot be read")
    }
    return .success(report)
  }
}
