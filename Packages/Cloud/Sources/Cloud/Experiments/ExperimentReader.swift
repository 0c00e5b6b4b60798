import Basics
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
  ///   - conversion: The compared goal, as `ExperimentGoal` reads it; `nil` for that of the start.
  ///   - phase: The number of a phase; `nil` for the last one.
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

extension ExperimentReporter {
  /// The report that an administrator reads.
  func report(
    _ parameters: ExperimentReportParameters, in definitions: FlagDefinitions
  ) throws -> JSON.Object {
    let report = try report(
      on: parameters.flag, conversion: parameters.conversion, phase: parameters.phase,
      in: definitions)
    switch report {
    case .success(let report): return report.json.object ?? JSON.Object()
    case .failure(let error):
      throw APIError.invalid("flag", "The experiment cannot be analyzed: \(error)")
    case nil:
      throw APIError.notFound("flag", parameters.flag, hint: "See the definitions at /flags.")
    }
  }
}
