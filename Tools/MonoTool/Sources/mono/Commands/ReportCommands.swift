import MonoCore
import Terminal

/// `mono times`, `mono api` and `mono doctor`.
enum ReportCommands {
  private static let critical = Flag("critical", help: "Only the critical path.")
  private static let surface = Flag(
    "surface", help: "Everything that each package offers; without --base compared with HEAD.")

  private static let notes = Flag("notes", help: "As a section of a changelog, in Markdown.")

  static let times = Command<CommandContext>(
    "times",
    summary: "Seconds of the last build and test of each package, and what a change costs.",
    discussion: """
      Where several targets were compiled at once, each counts with its part of that time. What a \
      change costs is said only when the last builds of mono took within 30 % of what would have \
      been said of them, and else why it cannot be.
      """,
    examples: [
      CommandExample("mono times", "Every package."),
      CommandExample("mono times --critical", "What decides how long a whole build takes."),
    ],
    parameters: [critical]
  ) { values, context in
    let session = try context.session()
    let workspace = try context.workspace(of: session)
    let folders = Set(workspace.packages.indices.map { RunPlan.scratch(for: $0, in: workspace) })
    var seconds: [String: Double] = [:]
    for folder in folders.sorted(by: { $0.path < $1.path }) {
      seconds.merge(BuildTimes(scratch: folder).shares) { first, _ in first }
    }
    let report = TimesReport(
      workspace: workspace, buildSeconds: seconds,
      testSeconds: TestTimes(root: session.root).seconds,
      forecast: BuildForecast(root: session.root))
    try context.answer(report.json, text: report.text(isCritical: values[critical]))
  }

  static let api = Command<CommandContext>(
    "api", summary: "What packages offer to others, and which changes of it break their users.",
    discussion: "Ends with 1 when a change can break code that uses a package; not with --notes.",
    examples: [
      CommandExample("mono api", "Since this branch left the default branch."),
      CommandExample("mono api --base HEAD~1", "Since the last commit but one."),
      CommandExample("mono api --base v1.0.0 --notes", "What a release note has to say."),
    ],
    parameters: [BuildCommands.base, surface, notes]
  ) { values, context in
    let session = try context.session()
    let workspace = try context.workspace(of: session)
    // A list of everything is an answer also where no change can be found.
    let base = values[BuildCommands.base] ?? (values[surface] ? "HEAD" : nil)
    let report = try APIReport(
      session: session, workspace: workspace, base: base, isWhole: values[surface])
    try context.answer(
      report.json, text: values[notes] ? report.notes : report.text(all: values[surface]))
    if report.breaks, !values[notes] { throw NegativeResultError() }
  }

  static let doctor = Command<CommandContext>(
    "doctor", summary: "Check the toolchain, system libraries and build folders.",
    examples: [CommandExample("mono doctor", "One line for each, and what to do.")]
  ) { _, context in
    let session = try context.session()
    let checks = try Doctor(session: session, workspace: try session.workspace()).checks()
    try context.answer(Doctor.json(checks), text: Doctor.text(checks))
    if !checks.allSatisfy(\.isHealthy) { throw NegativeResultError() }
  }
}
