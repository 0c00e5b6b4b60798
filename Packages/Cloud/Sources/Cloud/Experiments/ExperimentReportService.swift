import Basics
import Core
import Experiments
import FeatureFlags

/// Serves reports of experiments to administrators.
struct ExperimentReportService: Sendable {
  let store: any ExperimentStore
  /// `nil` in a cloud without flags.
  let flags: FlagFile?

  func list() throws -> ExperimentList {
    ExperimentList(
      experiments: try store.exposedFlags(), conversions: try store.conversionNames())
  }

  func report(_ parameters: ExperimentReportParameters) throws -> JSON.Object {
    let (flag, conversion) = (parameters.flag, parameters.conversion)
    guard let definitions = flags?.definitions, definitions.variants(of: flag) != nil else {
      throw APIError.notFound("flag", flag, hint: "See the definitions at /flags.")
    }
    let counts = try store.counts(of: flag, conversion: conversion, in: definitions)
    let report: ExperimentReport
    do {
      report = try ExperimentReport(flag: flag, conversion: conversion, counts: counts)
    } catch {
      throw APIError.invalid("flag", "The experiment cannot be analysed: \(error)")
    }
    return report.json.object ?? JSON.Object()
  }
}
