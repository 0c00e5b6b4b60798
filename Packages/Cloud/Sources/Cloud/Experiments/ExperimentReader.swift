public import CloudStore
public import Core
public import Experiments
import FeatureFlags

/// Reads the counts of experiments, for operators of the cloud.
public struct ExperimentReader: Sendable {
  private let dependencies: any CloudDependencies
  private let flags: any FlagSource

  init(_ dependencies: any CloudDependencies) {
    self.dependencies = dependencies
    flags = dependencies.makeFlagSource()
  }

  /// Reports on a flag; returns `nil` when there is no such flag or phase.
  ///
  /// - Parameters:
  ///   - flag: The flag's key.
  ///   - conversion: The compared goal, as `ExperimentGoal` reads it; `nil` for that of the start.
  ///   - phase: The number of a phase; `nil` for the last one.
  public func report(
    on flag: String, conversion: String?, phase: Int?
  ) async throws(StoreError) -> Result<ExperimentReport, ExperimentError>? {
    try await read { reporter, definitions throws(StoreError) in
      try reporter.report(on: flag, conversion: conversion, phase: phase, in: definitions)
    }
  }

  /// Returns each flag with exposures or an experiment, with what its report says.
  public func list() async throws(StoreError) -> ExperimentList {
    try await read { reporter, definitions throws(StoreError) in
      try reporter.list(in: definitions)
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (ExperimentReporter, FlagDefinitions) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await dependencies.run { [flags] store throws(StoreError) in
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
