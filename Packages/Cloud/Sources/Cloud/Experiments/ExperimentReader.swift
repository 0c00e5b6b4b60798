public import Core
public import Experiments
public import FeatureFlags

/// Reads the counts of experiments, for operators of the cloud.
public struct ExperimentReader: Sendable {
  private let store: any ExperimentStore
  private let workers: WorkerPool

  init(store: any ExperimentStore, workers: WorkerPool) {
    self.store = store
    self.workers = workers
  }

  /// Counts who met which variant of a flag, and of them who did what the experiment hopes for, in
  /// the order of the variants in the flag's definitions, the default one first.
  public func counts(
    of flag: String, conversion: String, in definitions: FlagDefinitions
  ) async throws(CloudError) -> [VariantCounts] {
    try await read { store throws(StoreError) in
      try store.counts(of: flag, conversion: conversion, in: definitions)
    }
  }

  /// Returns the flags that have exposures, in order of their keys.
  public func exposedFlags() async throws(CloudError) -> [ExposedFlag] {
    try await read { store throws(StoreError) in try store.exposedFlags() }
  }

  /// Returns the names of the conversions that have happened, in order.
  public func conversionNames() async throws(CloudError) -> [String] {
    try await read { store throws(StoreError) in try store.conversionNames() }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ExperimentStore) throws(StoreError) -> Value
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
    case .failure(.unavailable(let reason)), .failure(.broken(let reason)),
      .failure(.newerVersion(let reason)):
      throw .unreachable(reason: reason)
    }
  }
}
