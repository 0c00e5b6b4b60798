import Basics
import Console
import Core
import Experiments
import Terminal

/// Planning an experiment, and trying its statistics.
enum ExperimentPlanCommands {
  private static let share = ValueKind<Double>.range(0.0001...0.9999)
  private static let baseline = Option<Double?>(
    "baseline", kind: share.named("SHARE"),
    help: "The share of riders who convert without the change, such as 0.3.")
  private static let mean = Option<Double?>(
    "mean", kind: .range(-1e12...1e12).named("VALUE"),
    help: "Instead: the mean of a value without the change, such as the fares of a rider.")
  private static let deviation = Option<Double?>(
    "deviation", kind: .range(1e-9...1e12).named("VALUE"),
    help: "The standard deviation of that value.")
  private static let effect = Option(
    "lift", kind: ValueKind<Double>.range(-1...1000).named("SHARE"),
    help: "The smallest change that matters, in relation to the baseline: 0.1 is a tenth.")
  private static let variants = Option(
    "variants", kind: .range(2...100).named("N"), default: 2,
    help: "How many variants, the default among them.")
  private static let power = Option(
    "power", kind: share.named("SHARE"), default: 0.8,
    help: "The probability of finding that change.")
  private static let perDay = Option<Int?>(
    "riders-per-day", kind: .range(1...1_000_000_000).named("N"),
    help: "How many riders meet the flag in a day, to get the days.")

  static let plan = Command<CommandContext>(
    "plan", summary: "Say how many riders an experiment needs.",
    discussion: """
      The numbers are those of the two-sided z-test at 95 % confidence, for one look when the \
      riders are there: of a conversion with its --baseline, or of a value with its --mean and its \
      standard --deviation. Looking every day needs more; a report says how many are missing.
      """,
    examples: [
      CommandExample(
        "koober-cloud experiments plan --baseline 0.3 --lift 0.1 --riders-per-day 400",
        "Plan for a tenth more conversions."),
      CommandExample(
        "koober-cloud experiments plan --mean 2450 --deviation 3100 --lift 0.05",
        "Plan for a twentieth more of a value."),
    ],
    parameters: [baseline, mean, deviation, effect, variants, power, perDay]
  ) { values, context in
    let plan: ExperimentPlan?
    let base: Double
    switch (values[baseline], values[mean], values[deviation]) {
    case (let share?, nil, nil):
      base = share
      plan = ExperimentPlan(
        baseline: share, lift: values[effect], variants: values[variants], power: values[power])
    case (nil, let mean?, let deviation?):
      base = mean
      plan = ExperimentPlan(
        mean: mean, deviation: deviation, lift: values[effect], variants: values[variants],
        power: values[power])
    default:
      throw Problem(
        .usage, code: "badBaseline",
        message: "A plan begins with a share, or with a mean and its deviation.",
        hint: "Give --baseline, or --mean and --deviation.")
    }
    guard let plan else {
      throw Problem(
        .usage, code: "noSuchEffect",
        message: "No number of riders shows a lift of \(values[effect]) of \(base).",
        hint: "Choose a lift that is not 0 and, for a share, leaves it below 1.")
    }
    let days = values[perDay].map { (plan.riders + $0 - 1) / $0 }
    let document = PlanDocument(
      ridersPerVariant: plan.ridersPerVariant, riders: plan.riders, days: days)
    try context.print(document) {
      var facts: [(label: String, value: Styled)] = [
        ("Riders per variant", Styled(String(plan.ridersPerVariant))),
        ("Riders in all", Styled(String(plan.riders))),
      ]
      if let days { facts.append(("Days", Styled(String(days)))) }
      try context.terminal.write(KeyValueList(facts))
    }
  }

  private static let metric = Option(
    "metric", kind: .oneOf(["conversion"] + Metric.allCases.map(\.rawValue), named: "METRIC"),
    default: "conversion",
    help: "What is compared: a conversion, the mean of a value, the same adjusted by a value from "
      + "before (cuped), or a ratio of two.")
  private static let runs = Option(
    "runs", kind: .range(1...100_000).named("N"), default: 1000, help: "How many experiments.")
  private static let rate = Option(
    "rate", kind: share.named("SHARE"), default: 0.1,
    help: "The share of riders who convert, or have a value.")
  private static let simulatedLift = Option(
    "lift", kind: .range(-1...1000).named("SHARE"), default: 0.0,
    help: "The change with the other variant; 0 is an A/A test.")
  private static let looks = Option(
    "looks", kind: .range(1...1000).named("N"), default: 30, help: "How often each is looked at.")
  private static let riders = Option(
    "riders", kind: .range(1...1_000_000).named("N"), default: 40,
    help: "How many riders there are between two looks.")
  private static let seed = Option(
    "seed", kind: .range(0...Int.max).named("N"), default: 1,
    help: "The same seed gives the same result.")

  static let simulate = Command<CommandContext>(
    "simulate", summary: "Count how often a report finds a difference that is, or is not, there.",
    discussion: """
      An A/A test, whose variants do not differ, is to find one in 5 of 100 experiments at the most. \
      Looked at once, at the end, that is what the p-value promises; looked at every day, what the \
      always-valid one does.
      """,
    examples: [
      CommandExample("koober-cloud experiments simulate", "A thousand A/A tests."),
      CommandExample(
        "koober-cloud experiments simulate --rate 0.2 --lift 0.5", "How often is a lift found?"),
      CommandExample(
        "koober-cloud experiments simulate --metric ratio", "A thousand A/A tests of a ratio."),
    ],
    parameters: [runs, metric, rate, simulatedLift, looks, riders, seed]
  ) { values, context in
    var generator = SplitMix64(seed: UInt64(values[seed]))
    let result = ExperimentSimulation(
      runs: values[runs], rate: values[rate], lift: values[simulatedLift], looks: values[looks],
      ridersPerLook: values[riders], metric: Metric(rawValue: values[metric]), using: &generator)
    try context.print(result) {
      func text(_ count: Int) -> Styled { Styled("\(count) of \(result.runs)") }
      try context.terminal.write(
        KeyValueList([
          ("Difference found at the end", text(result.foundAtTheEnd)),
          ("Difference found at any look", text(result.foundAtAnyLook)),
        ]))
    }
  }
}

private struct PlanDocument: Encodable {
  let ridersPerVariant: Int
  let riders: Int
  let days: Int?
}
