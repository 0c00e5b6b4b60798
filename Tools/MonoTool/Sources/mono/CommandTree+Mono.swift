import MonoCore
import Terminal

extension CommandTree<CommandContext> {
  /// Every command of `mono`, with what all of them share.
  static var mono: CommandTree {
    CommandTree(
      name: "mono", version: Version.current, date: Version.date,
      summary: "Build, test and guard a repository of many Swift packages.",
      examples: [
        CommandExample("mono test --affected", "Test what your change can break."),
        CommandExample("mono check", "See whether a boundary was crossed."),
      ],
      globalOptions: GlobalOptions.all,
      environment: [
        HelpEntry("ASAN_OPTIONS", "Set it to look for leaks, with --sanitize address."),
        HelpEntry(
          "MONO_CACHE", "The folder of evaluated manifests and of what sources say, by content."),
        HelpEntry("NO_COLOR", "Set to anything for no colors."),
        HelpEntry("SWIFT_BACKTRACE", "Set it to see backtraces of crashed tests."),
      ],
      exitStatuses: [
        ExitStatus(0, "done, nothing found"),
        ExitStatus(1, "findings, failed tests, or no base to compare with"),
        ExitStatus(64, "usage"), ExitStatus(70, "the question could not be answered"),
      ],
      commands: [
        BuildCommands.build, BuildCommands.test, AffectedCommand.affected, CheckCommand.check,
        GraphCommand.graph, NewCommand.new,
      ])
  }
}

/// The values of the options that all commands share.
struct GlobalOptions: Sendable {
  let output: OutputFormat
  let color: ColorChoice
  let isQuiet: Bool
  let root, rules: String?

  private static let output = Option(
    "output", default: OutputFormat.text, help: "Print text for people or one JSON document."
  ).shorthand("json", for: "json")
  private static let color = Option("color", default: ColorChoice.auto, help: "When to use colors.")
  private static let quiet = Flag("quiet", help: "Show no progress and no notes.")
  private static let root = Option<String?>(
    "root", kind: .file, help: "The repository; without it the one around the working folder.")
  private static let rules = Option<String?>(
    "rules", kind: .file, help: "The rules file, relative to the repository.")

  static let all: [any Parameter] = [output, color, quiet, root, rules]

  init(_ values: ParsedValues) {
    output = values[Self.output]
    color = values[Self.color]
    isQuiet = values[Self.quiet]
    root = values[Self.root]
    rules = values[Self.rules]
  }
}

/// The forms in which results are printed.
enum OutputFormat: String, CaseIterable, CommandLineValue {
  case text, json

  static var valueName: String { "FORMAT" }
}
