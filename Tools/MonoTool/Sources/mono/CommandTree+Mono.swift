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
          "MONO_CACHE",
          "The folder of what is remembered: evaluated manifests and results of tests."),
        HelpEntry("NO_COLOR", "Set to anything for no colors."),
        HelpEntry("SWIFT_BACKTRACE", "Set it to see backtraces of crashed tests."),
      ],
      exitStatuses: [
        ExitStatus(0, "done, nothing found"),
        ExitStatus(1, "findings, failed tests, or no base to compare with"),
        ExitStatus(64, "usage"), ExitStatus(70, "the question could not be answered"),
      ],
      commands: [
        InitCommand.initialize, BuildCommands.build, BuildCommands.test, AffectedCommand.affected,
        AuditCommand.audit, CheckCommand.check, NewCommand.new,
        GraphCommands.graph, GraphCommands.why, DoctorCommand.doctor,
      ])
  }
}
