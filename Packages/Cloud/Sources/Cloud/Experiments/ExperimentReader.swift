public import Core
public import Experiments
import FeatureFlags

/// Reads the counts of experiments, for operators of the cloud.
public struct ExperimentReader: Sendable {
  private let store: SQLStore
  private let flags: any FlagSource
  private let workers: WorkerPool

  init(_ dependencies: any CloudDependencies) {
    store = dependencies.database.store
    flags = dependencies.makeFlagSource()
    workers = dependencies.workers
  }

  /// Reports on a flag.
  ///
  /// - Parameters:
  ///   - flag: The flag's key.
  ///   - conversion: The compared goal, as `ExperimentGoal` reads it; `nil` for that of the start.
  ///   - phase: The number of a phase; `nil` for the last one.
  /// - Returns: `nil` when there is no such flag or phase.
  public func report(
    on flag: String, conversion: String?, phase: Int?
  ) async throws(DatabaseError) -> Result<ExperimentReport, ExperimentError>? {
    try await read { reporter, definitions throws(StoreError) in
      try reporter.report(on: flag, conversion: conversion, phase: phase, in: definitions)
    }
  }

  /// Returns each flag with exposures or an experiment, with what its report says.
  public func list() async throws(DatabaseError) -> ExperimentList {
    try await read { reporter, definitions throws(StoreError) in
      try reporter.list(in: definitions)
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (ExperimentReporter, FlagDefinitions) throws(StoreError) -> Value
  ) async throws(DatabaseError) -> Value {
    try await workers.run { [store, flags] () throws(StoreError) in
      let definitions: FlagDefinitions
      do {
        definitions = try flags.definitions
      } catch let error as StoreError {
        throw error
      } catch {
        throw .broken(reason: "its flags cannot be used: \(error)")
      }
      return try body(ExperimentReporter(store: store), definitions)
    }
  }
}
