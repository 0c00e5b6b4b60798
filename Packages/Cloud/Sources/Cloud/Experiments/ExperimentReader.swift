public import Core
public import Experiments
public import FeatureFlags

/// Reads the counts of experiments, for operators of the cloud.
public struct ExperimentReader: Sendable {
  private let store: SQLStore
  private let workers: WorkerPool

  init(store: SQLStore, workers: WorkerPool) {
    self.store = store
    self.workers = workers
  }

  /// Reports on a flag.
  ///
  /// - Parameters:
  ///   - flag: The flag's key.
  ///   - conversion: What is compared, as `ExperimentGoal` reads it; `nil` for what was decided at
  ///     the start.
  ///   - phase: The number of a phase; `nil` for the last one.
  ///   - definitions: The definitions of the flag, for one whose split was never recorded.
  /// - Returns: `nil` when there is no such flag or phase.
  public func report(
    on flag: String, conversion: String?, phase: Int?, in definitions: FlagDefinitions?
  ) async throws(CloudError) -> Result<ExperimentReport, ExperimentError>? {
    try await read { store throws(StoreError) in
      try ExperimentReporter(store: store).report(
        on: flag, conversion: conversion, phase: phase, in: definitions)
    }
  }

  /// Returns each flag with exposures or an experiment, with what its report says.
  ///
  /// - Parameter definitions: Returns the definitions of a flag.
  public func list(
    definitions: @escaping @Sendable (String) -> FlagDefinitions?
  ) async throws(CloudError) -> ExperimentList {
    try await read { store throws(StoreError) in
      try ExperimentReporter(store: store).list(definitions: definitions)
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (SQLStore) throws(StoreError) -> Value
  ) async throws(CloudError) -> Value {
    let result = await workers.run { [store] () -> Result<Value, StoreError> in
      do throws(StoreError) {
        return .success(try body(store))
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw .unreachable(reason: "it has too much to do") }
    switch result {
    case .success(let value): return value
    case .failure(.file(let failure)): throw .storage(failure)
    case .failure(.unavailable(let reason)), .failure(.contended(let reason)),
      .failure(.broken(let reason)), .failure(.ownerGone(let reason)),
      .failure(.newerVersion(let reason)):
      throw .unreachable(reason: reason)
    }
  }
}
