import Experiments
import FeatureFlags

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
