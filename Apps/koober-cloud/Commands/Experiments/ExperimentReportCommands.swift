import Basics
import Cloud
import Console
import Core
import Experiments
import FeatureFlags
import FoundationEssentials
import Terminal

/// Saying what experiments show.
enum ExperimentReportCommands {
  private static let key = Argument<String>("KEY", help: "The flag's key.")
  private static let conversion = Option<String?>(
    "conversion", kind: .oneOf(Conversion.goals, named: "NAME"),
    help:
      "Compare something else than what the experiment hopes for: a conversion, or its value per "
      + "rider (mean:) or each time (ratio:).")
  private static let phase = Option<Int?>(
    "phase", kind: .range(1...1_000_000).named("N"),
    help: "An earlier phase: a changed split begins a new one.")
  private static let file = Argument(
    "FILE", kind: .inputFile, help: "The counts as CSV; - for standard input.")
  private static let chart = Option<String?>(
    "chart", kind: .file, help: "Write the comparisons with their intervals as SVG, too.")

  static let list = Command<CommandContext>(
    "list", summary: "List the experiments and the flags with exposures.",
    examples: [CommandExample("koober-cloud experiments list", "List them.")],
    parameters: [DatabaseOption.database]
  ) { values, context in
    let list = try await context.experiments(values).list()
    try context.print(
      list,
      table: Table(
        columns: [
          Table.Column("Flag", priority: 3, isWhole: true), Table.Column("State"),
          Table.Column("Phase", alignment: .trailing),
          Table.Column("Exposed", alignment: .trailing), Table.Column("Verdict", priority: 2),
        ],
        rows: list.experiments.map { experiment in
          [
            "\(experiment.flag)", "\(experiment.state ?? "-")",
            "\(experiment.phase.map(String.init) ?? "-")", "\(experiment.subjects)",
            "\(experiment.verdict)",
          ]
        }),
      ifEmpty: "There are no exposures to an experiment yet.")
  }

  static let report = Command<CommandContext>(
    "report", summary: "Say what an experiment shows, with intervals.",
    examples: [
      CommandExample("koober-cloud experiments report dropoff-ranking", "Read an experiment."),
      CommandExample(
        "koober-cloud experiments report ride-options-layout --conversion ride_cancelled",
        "Read another conversion."),
      CommandExample(
        "koober-cloud experiments report ride-options-layout --conversion mean:ride_completed",
        "Read what riders pay."),
    ],
    parameters: [key, conversion, phase, chart, DatabaseOption.database]
  ) { values, context in
    try context.print(try await report(values, context), chart: values[chart])
  }

  static let export = Command<CommandContext>(
    "export", summary: "Print an experiment's counts as CSV.",
    examples: [
      CommandExample(
        "koober-cloud experiments export dropoff-ranking > counts.csv", "Keep the counts.")
    ],
    parameters: [key, conversion, phase, DatabaseOption.database]
  ) { values, context in
    let counts = try await report(values, context).contents
    try context.print(counts.json) { try context.terminal.write(VariantCountsCSV.text(of: counts)) }
  }

  static let analyze = Command<CommandContext>(
    "analyze", summary: "Say what counts in a file show.",
    discussion: """
      The file has a header variant,exposed,converted and may have a column weight for the \
      configured split. The first row is the default. What 'export' writes has more columns: rows \
      with a segment are about its riders alone, rows with a metric (mean, cuped or ratio) have the \
      sums of a value, and the role says which value the verdict rests on (goal) and what must not \
      get worse (mustNotRise, mustNotFall). So the verdict is that of the report.
      """,
    examples: [CommandExample("koober-cloud experiments analyze counts.csv", "Analyze a file.")],
    parameters: [file, chart]
  ) { values, context in
    let content = try Files.read(values[file], acceptsStreams: true)
    guard let text = String(validating: content, as: UTF8.self) else { throw TerminalError.notText }
    do {
      let table = try VariantCountsCSV.contents(parsing: text)
      var details = ExperimentDetails.empty
      details.guardrails = table.guardrails
      details.segments = table.segments
      details.metrics = table.metrics
      let report = try Result { [details] () throws(ExperimentError) in
        try ExperimentReport(value: table.value, counts: table.counts, details: details)
      }.checked()
      try context.print(report, chart: values[chart])
    } catch let error as VariantCountsError {
      throw Problem(
        .badData, code: "badCounts", message: "\(values[file]): \(error)", hint: "Correct it.")
    }
  }

  /// The report that the arguments name.
  private static func report(
    _ values: ParsedValues, _ context: CommandContext
  ) async throws -> ExperimentReport {
    let reader = try context.experiments(values)
    let flag = values[key]
    if let report = try await reader.report(
      on: flag, conversion: values[conversion], phase: values[phase])
    {
      return try report.checked()
    }
    let keys = try await reader.list().experiments.map(\.flag)
    let words = keys.contains(flag) ? [] : Suggestions.nearest(to: flag, among: keys)
    let list = "See 'koober-cloud experiments list'."
    throw Problem(
      .noInput, code: "unknownFlag",
      message: "There is no flag '\(flag)'" + (values[phase].map { " with a phase \($0)." } ?? "."),
      hint: words.isEmpty ? list : "\(Suggestions.question(for: words)) \(list)")
  }
}

extension Result<ExperimentReport, ExperimentError> {
  /// Returns the report; counts that are impossible are a problem.
  fileprivate func checked() throws(Problem) -> ExperimentReport {
    switch self {
    case .success(let report): return report
    case .failure(let error):
      throw Problem(
        .badData, code: "badCounts", message: error.description, hint: "Correct the counts.")
    }
  }
}

extension CommandContext {
  /// The experiments on a database; flags beside its file count until others are published.
  fileprivate func experiments(_ values: ParsedValues) throws -> ExperimentReader {
    let database = try database(values)
    let flags = flagFile(database.flagsFile)
    if let error = flags?.refresh() { throw error.problem }
    return cloud(on: database, initialFlags: flags).makeExperimentReader()
  }

  fileprivate func print(_ report: ExperimentReport, chart file: String?) throws {
    if let file { try PrivateFile(path: file, followsLinks: true).write(Array(report.chart.utf8)) }
    try print(report.json) {
      let capabilities = terminal.capabilities
      try terminal.write(
        report.text(width: capabilities.size.columns, hasPictures: !capabilities.isAccessible))
    }
  }
}
