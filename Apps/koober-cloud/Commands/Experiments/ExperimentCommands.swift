import Cloud
import Console
import Core
import Experiments
import Terminal

/// Planning, starting, stopping and reading experiments.
enum ExperimentCommands {
  private static let flag = Argument<String>("FLAG", help: "The key of a published flag.")
  private static let conversion = Option(
    "conversion", default: "ride_requested",
    help: "What the experiment hopes for: that more riders convert or, with mean: or ratio: before "
      + "the name, that the conversion's value per rider or each time is higher; less of it, where "
      + "--must-not-rise names the same.")
  private static let riders = Option<Int?>(
    "riders", kind: .range(1...1_000_000_000).named("N"),
    help: "How many riders it needs; 'plan' says it.")
  private static let mustNotRise = Option<[String]>(
    "must-not-rise", help: "What must not rise, such as ride_cancelled.")
  private static let mustNotFall = Option<[String]>(
    "must-not-fall", help: "What must not fall, such as shared or mean:ride_completed.")
  private static let segments = Option<[String]>(
    "segment",
    help: "A part of the riders that is reported by itself, too: accessible, narrow or wide, after "
      + "the terminal of koober.")
  private static let means = Option<[String]>(
    "mean", help: "A conversion whose value per rider is compared, too, such as ride_completed.")
  private static let ratios = Option<[String]>(
    "ratio",
    help: "A conversion whose value each time is compared, too, without a say in the verdict.")

  static let experiments = Command<CommandContext>(
    "experiments", summary: "Plan and run experiments on published flags, and say what they show.",
    discussion: """
      What an experiment hopes for, what it must not harm, and which values and segments are \
      reported is decided at its start. It counts the riders who meet the flag from then on. A \
      changed split begins a new phase, which is reported alone. 'list' and 'report' say how it \
      stands.

      The conversions of koober are \(Conversion.allCases.map(\.rawValue).joined(separator: ", ")). \
      The value of ride_completed is the fare in cents: mean:ride_completed is what a rider \
      pays in all, and ratio:ride_completed what a ride costs. The hours of dispatch-matching have \
      the values mean:seconds_to_pickup and mean:rides_without_driver.
      """,
    examples: [
      CommandExample(
        """
        koober-cloud experiments start ride-options-layout --riders 24416 \
        --must-not-rise ride_cancelled --message 'Cards show more'
        """, "Start an experiment."),
      CommandExample(
        """
        koober-cloud experiments start dropoff-ranking --conversion mean:ride_completed \
        --message 'Better places, more rides'
        """, "Start one on what riders pay."),
      CommandExample("koober-cloud experiments stop ride-options-layout", "Stop it."),
    ],
    subcommands: [
      ExperimentPlanCommands.plan, start, stop, ExperimentReportCommands.list,
      ExperimentReportCommands.report, ExperimentReportCommands.export,
      ExperimentReportCommands.analyze, ExperimentPlanCommands.simulate,
    ])

  private static let start = Command<CommandContext>(
    "start", summary: "Start an experiment on a flag as it splits riders now.",
    examples: [
      CommandExample(
        "koober-cloud experiments start ride-options-layout --message 'Cards show more'",
        "Start an experiment.")
    ],
    parameters: [
      flag, conversion, riders, mustNotRise, mustNotFall, segments, means, ratios,
      FlagCommands.message, FlagCommands.author, DatabaseOption.database,
    ]
  ) { values, context in
    let metrics =
      values[means].map { ExperimentMetric(.mean, of: $0) }
      + values[ratios].map { ExperimentMetric(.ratio, of: $0) }
    let design = ExperimentDesign(
      conversion: values[conversion], riders: values[riders], mustNotRise: values[mustNotRise],
      mustNotFall: values[mustNotFall], segments: values[segments].isEmpty ? nil : values[segments],
      metrics: metrics.isEmpty ? nil : metrics, author: context.author(values),
      message: values[FlagCommands.message])
    try await context.cloud(values).makeExperimentControl().start(on: values[flag], design)
    try context.print(
      StartedExperiment(flag: values[flag], design: design),
      line: "The experiment on '\(values[flag])' is running.")
  }

  private static let stop = Command<CommandContext>(
    "stop", summary: "Stop the experiment on a flag.",
    discussion: """
      Riders who meet the flag afterwards are not counted. The flag goes on splitting riders until \
      other definitions are published.
      """,
    examples: [CommandExample("koober-cloud experiments stop ride-options-layout", "Stop it.")],
    parameters: [flag, DatabaseOption.database]
  ) { values, context in
    try await context.cloud(values).makeExperimentControl().stop(on: values[flag])
    try context.print(
      ["stopped": values[flag]], line: "The experiment on '\(values[flag])' is stopped.")
  }
}

private struct StartedExperiment: Encodable {
  let flag: String
  let design: ExperimentDesign
}
