import Basics
import Core
import Experiments
import FeatureFlags

/// Serves reports of experiments to administrators.
struct ExperimentReportService: Sendable {
  let store: SQLStore
  let flags: any FlagSource

  func list() throws -> ExperimentList {
    try ExperimentReporter(store: store).list(in: flags.definitions)
  }

  func report(_ parameters: ExperimentReportParameters) throws -> JSON.Object {
    let report = try ExperimentReporter(store: store).report(
      on: parameters.flag, conversion: parameters.conversion, phase: parameters.phase,
      in: flags.definitions)
    switch report {
    case .success(let report): return report.json.object ?? JSON.Object()
    case .failure(let error):
      throw APIError.invalid("flag", "The experiment cannot be analyzed: \(error)")
    case nil:
      throw APIError.notFound("flag", parameters.flag, hint: "See the definitions at /flags.")
    }
  }
}
