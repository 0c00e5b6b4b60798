import Core
import Experiments
import FeatureFlags

extension ExperimentStore {
  /// Counts who met which variant of a flag, and of them who did what the experiment hopes for, in
  /// the order of the variants in the flag's definitions.
  func counts(
    of flag: String, conversion: String, in definitions: FlagDefinitions
  ) throws(StoreFailure) -> [VariantCounts] {
    // Who chose a variant by hand says nothing about riders.
    var tally = ExperimentTally(
      flag: flag, conversion: conversion, ignoringOrigins: ["--flag", "KOOBER_FLAGS", "user"])
    for record in try experimentEvents(flag: flag, conversion: conversion) {
      if let event = ExperimentEvent(record) { tally.add(event) }
    }
    return tally.counts(of: ConfiguredSplit(of: flag, in: definitions).weights)
  }
}

extension ExperimentEvent {
  /// The event that a record stands for; `nil` for an incomplete one.
  fileprivate init?(_ record: ExperimentEventRecord) {
    let kind: Kind
    switch record.kind {
    case .exposure:
      guard let flag = record.flag, let variant = record.variant, let origin = record.origin
      else { return nil }
      kind = .exposure(flag: flag, variant: variant, origin: origin)
    case .conversion:
      guard let name = record.name else { return nil }
      kind = .conversion(name: name)
    }
    self.init(
      id: record.id, subject: record.subject, milliseconds: record.milliseconds, kind: kind)
  }
}
