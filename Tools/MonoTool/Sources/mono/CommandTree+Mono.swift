import Terminal

extension CommandTree<CommandContext> {
  /// Every command of `mono`, with what all of them share.
  static var mono: CommandTree {
    CommandTree(
      name: "mono", version: "1.0.0", date: "2026-11-20",
      summary: "Build, test and guard a repository of many Swift packages.",
      examples: [
        CommandExample("mono test --affected", "Test what your change can break."),
        CommandExample("mono check", "See whether a boundary was crossed."),
      ],
      globalOptions: GlobalOptions.all,
      environment: [
        EnvironmentVariable("MONO_CACHE", "The folder of evaluated manifests."),
        EnvironmentVariable("NO_COLOR", "Set to anything for no colors."),
        EnvironmentVariable("SWIFT_BACKTRACE", "Set it to see backtraces of crashed tests."),
      ],
      exitStatuses: [
        ExitStatus(0, "done, nothing found"),
        ExitStatus(1, "findings, failed tests, or no base to compare with"),
        ExitStatus(64, "usage"), ExitStatus(70, "the question could not be answered"),
      ],
      commands: [
        InitCommand.initialize, BuildCommands.build, BuildCommands.test, AffectedCommand.affected,
        CheckCommand.check,
        NewCommand.new, GraphCommands.graph, GraphCommands.why,
        ReportCommands.times, ReportCommands.api, ReportCommands.doctor,
      ])
  }
}
