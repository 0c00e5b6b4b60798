import Basics
import Cloud
import Commands
import Core
import Experiments
import FeatureFlags
import FoundationEssentials
import Terminal

/// The commands that report on experiments.
enum ExperimentCommands {
  static let experiments = Command<CommandContext>(
    "experiments", summary: "Report on experiments.",
    discussion: """
      A flag's exposures and the riders' conversions are counted in the cloud; variants that \
      were chosen by hand do not count. Of a cloud on the network its administrators may read \
      them: KOOBER_ADMIN_TOKEN holds the token that 'koober-cloud admin-tokens create' has made.
      """,
    examples: [CommandExample("koober experiments list", "List the experiments.")],
    subcommands: [
      ExperimentPlanCommands.plan, list, report, export, analyze, ExperimentPlanCommands.simulate,
    ])

  private static let key = Argument<String>("KEY", help: "The flag's key.")
  private static let conversion = Option(
    "conversion", kind: .oneOf(ConversionTransport.names, named: "NAME"),
    default: "ride_requested", help: "What the experiment hopes for.")
  private static let file = Argument("FILE", kind: .file, help: "The counts as CSV.")
  private static let chart = Option<String?>(
    "chart", kind: .file, help: "Write the comparisons with their intervals as SVG, too.")

  private static let list = Command<CommandContext>(
    "list", summary: "List the flags with exposures.",
    examples: [CommandExample("koober experiments list", "List them.")]
  ) { _, context in
    let list = try await context.experiments.list()
    let flags = list.experiments
    try context.print(list) {
      try context.terminal.write(
        Table(
          columns: [
            Table.Column("Flag", priority: 1), Table.Column("Exposed", alignment: .trailing),
          ],
          rows: flags.map { [Styled($0.flag), Styled(String($0.subjects))] }))
      if flags.isEmpty { try context.note("There are no exposures to an experiment yet.") }
    }
  }

  private static let report = Command<CommandContext>(
    "report", summary: "Say what an experiment shows, with intervals.",
    examples: [
      CommandExample("koober experiments report dropoff-ranking", "Read an experiment."),
      CommandExample(
        "koober experiments report ride-options-layout --conversion ride_cancelled",
        "Read another conversion."),
    ],
    parameters: [key, conversion, chart]
  ) { values, context in
    let counts = try await context.counts(of: values[key], conversion: values[conversion])
    try context.print(
      try ExperimentReport(flag: values[key], conversion: values[conversion], checking: counts),
      chart: values[chart])
  }

  private static let export = Command<CommandContext>(
    "export", summary: "Print an experiment's counts as CSV.",
    examples: [
      CommandExample("koober experiments export dropoff-ranking > counts.csv", "Keep the counts.")
    ],
    parameters: [key, conversion]
  ) { values, context in
    let counts = try await context.counts(of: values[key], conversion: values[conversion])
    try context.print(CountsDocument(counts)) {
      try context.terminal.write(VariantCountsCSV.text(of: counts))
    }
  }

  private static let analyze = Command<CommandContext>(
    "analyze", summary: "Say what counts in a file show.",
    discussion: """
      The file has a header variant,exposed,converted and may have a column weight for the \
      configured split; the first row is the default.
      """,
    examples: [CommandExample("koober experiments analyze counts.csv", "Analyze a file.")],
    parameters: [file, chart]
  ) { values, context in
    guard let content = FileManager.default.contents(atPath: values[file]) else {
      throw Problem(
        .noInput, code: "noSuchFile", message: "\(values[file]) cannot be read.",
        hint: "Check the path.")
    }
    do {
      let counts = try VariantCountsCSV.counts(parsing: String(decoding: content, as: UTF8.self))
      try context.print(try ExperimentReport(checking: counts), chart: values[chart])
    } catch let error as VariantCountsError {
      throw Problem(
        .badData, code: "badCounts", message: "\(values[file]): \(error)", hint: "Correct it.")
    }
  }
}

extension ExperimentReport {
  /// Analyzes counts.
  ///
  /// - Throws: ``Problem`` when they are impossible.
  fileprivate init(
    flag: String? = nil, conversion: String? = nil, checking counts: [VariantCounts]
  ) throws(Problem) {
    do {
      try self.init(flag: flag, conversion: conversion, counts: counts)
    } catch {
      throw Problem(
        .badData, code: "badCounts", message: error.description, hint: "Correct the counts.")
    }
  }
}

extension CommandContext {
  fileprivate var experiments: any ExperimentSource {
    if container.networkCloud == nil {
      return CloudContainer(dependencies: container.embeddedCloud).makeExperimentReader()
    }
    return NetworkExperiments(
      client: container.coreContainer.cloudClient,
      token: Secret(container.dependency.environment["KOOBER_ADMIN_TOKEN"] ?? ""))
  }

  /// Returns the counts of a flag, in the order of its variants.
  fileprivate func counts(
    of flag: String, conversion: String
  ) async throws -> [VariantCounts] {
    let definitions = container.flagLevels.provider.definitions(of: flag)
    guard
      let counts = try await experiments.counts(of: flag, conversion: conversion, in: definitions)
    else {
      throw Problem(
        .noInput, code: "unknownFlag", message: "There is no flag '\(flag)'.",
        hint: "See 'koober flags list'.")
    }
    return counts
  }

  fileprivate func print(_ report: ExperimentReport, chart: String?) throws {
    if let chart {
      try PrivateFile(path: chart, followsLinks: true).write(Array(report.chart.utf8))
    }
    try print(json: report.json) {
      let capabilities = terminal.capabilities
      try terminal.write(
        report.text(width: capabilities.size.columns, hasPictures: !capabilities.isAccessible))
    }
  }
}

private struct CountsDocument: Encodable {
  struct Row: Encodable {
    let variant: String
    let exposed: Int
    let converted: Int
    let weight: Double
  }

  let counts: [Row]

  init(_ counts: [VariantCounts]) {
    self.counts = counts.map {
      Row(variant: $0.variant, exposed: $0.exposed, converted: $0.converted, weight: $0.weight)
    }
  }
}
