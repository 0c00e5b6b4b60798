package import Core

/// Keeps what happened in experiments.
package protocol ExperimentStore: Sendable {
  /// Adds events; one whose identifier is known already is left out.
  func addExperimentEvents(_ events: [ExperimentEventRecord]) throws(StoreFailure)

  /// Returns the exposures of a flag and the conversions of a name, in no particular order.
  func experimentEvents(
    flag: String, conversion: String
  ) throws(StoreFailure) -> [ExperimentEventRecord]

  /// Returns the flags that have exposures, in order of their keys, and how many subjects each has.
  func exposedFlags() throws(StoreFailure) -> [ExposedFlag]

  /// Returns the names of the conversions that have happened, in order.
  func conversionNames() throws(StoreFailure) -> [String]
}
