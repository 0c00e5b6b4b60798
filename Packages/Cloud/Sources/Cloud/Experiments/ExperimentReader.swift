public import Core

/// Reads what happened in experiments, for whoever runs the cloud.
public struct ExperimentReader: Sendable {
  private let store: any ExperimentStore
  private let workers: Workers

  init(store: any ExperimentStore, workers: Workers) {
    self.store = store
    self.workers = workers
  }

  /// Returns the exposures of a flag and the conversions of a name, in no particular order.
  public func events(
    flag: String, conversion: String
  ) async throws(CloudError) -> [ExperimentEventRecord] {
    try await read { store throws(StoreFailure) in
      try store.experimentEvents(flag: flag, conversion: conversion)
    }
  }

  /// Returns the flags that have exposures, in order of their keys.
  public func exposedFlags() async throws(CloudError) -> [ExposedFlag] {
    try await read { store throws(StoreFailure) in try store.exposedFlags() }
  }

  /// Returns the names of the conversions that have happened, in order.
  public func conversionNames() async throws(CloudError) -> [String] {
    try await read { store throws(StoreFailure) in try store.conversionNames() }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ExperimentStore) throws(StoreFailure) -> Value
  ) async throws(CloudError) -> Value {
    let result = await workers.run { [store] () -> Result<Value, StoreFailure> in
      do throws(StoreFailure) {
        return .success(try body(store))
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw .unreachable(reason: "it has too much to do") }
    switch result {
    case .success(let value): return value
    case .failure(.file(let failure)): throw .storage(failure)
    case .failure(.unavailable(let reason)), .failure(.broken(let reason)):
      throw .unreachable(reason: reason)
    }
  }
}
