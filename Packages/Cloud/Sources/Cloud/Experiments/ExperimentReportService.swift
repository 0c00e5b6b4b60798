import Basics
import Core
import Experiments
import FeatureFlags

/// Serves reports of experiments to administrators.
struct ExperimentReportService: Sendable {
  let store: any ExperimentStore
  let flags: any FlagSource

  func list() throws -> ExperimentList {
    ExperimentList(
      experiments: try store.exposedFlags(), conversions: try store.conversionNames())
  }

  func report(_ parameters: ExperimentReportParameters) throws -> JSON.Object {
    let (flag, conversion) = (parameters.flag, parameters.conversion)
    let definitions = try flags.definitions
    guard definitions.variants(of: flag) != nil else {
      throw APIError.notFound("flag", flag, hint: "See the definitions at /flags.")
    }
    let counts = try store.counts(of: flag, conversion: conversion, in: definitions)
    let report: ExperimentReport
    do {
      report = try ExperimentReport(flag: flag, conversion: conversion, counts: counts)
    } catch {
      throw APIError.invalid("flag", "The experiment cannot be analyzed: \(error)")
    }
    return report.json.object ?? JSON.Object()
  }
}

extension ExperimentStore {
  /// Counts how many subjects met each variant of a flag, and how many of them did what the
  /// experiment hopes for, in the order of the variants in the flag's definitions.
  func counts(
    of flag: String, conversion: String, in definitions: FlagDefinitions
  ) throws(StoreError) -> [VariantCounts] {
    let counts = try experimentCounts(flag: flag, conversion: conversion)
    return ConfiguredSplit(of: flag, in: definitions).weights.map { variant in
      let count = counts.first { $0.variant.utf8.elementsEqual(variant.name.utf8) }
      return VariantCounts(
        variant: variant.name, exposed: count?.exposed ?? 0, converted: count?.converted ?? 0,
        weight: variant.weight)
    }
  }
}
