import Commands
import Terminal

extension CommandTree<CommandContext> {
  /// Every command of `koober-cloud`, with what all of them share.
  static var kooberCloud: CommandTree {
    CommandTree(
      name: "koober-cloud", version: "1.0.0", date: "2026-11-20",
      summary: "Koober Cloud for many riders: one contract over HTTP, on SQLite or PostgreSQL.",
      discussion: """
        Without --database the cloud of this machine's user is served, the same that koober uses \
        when it is not told another one.
        """,
      examples: [
        CommandExample("koober-cloud serve", "Serve the cloud of this machine's user."),
        CommandExample(
          "koober-cloud serve --database postgresql://koober@db.example/koober",
          "Serve riders from a database that other servers share."),
        CommandExample("koober-cloud doctor", "Find out what is missing."),
      ],
      globalOptions: [CommonOptions.output, CommonOptions.color, CommonOptions.quiet],
      environment: [
        EnvironmentVariable("KOOBER_HOME", "The folder of everything that Koober keeps."),
        EnvironmentVariable(
          DatabaseAddress.variable, "The database, with its password if it has one."),
        EnvironmentVariable("PGPASSWORD", "The password of a PostgreSQL database."),
        EnvironmentVariable("PGPASSFILE", "The file of passwords of PostgreSQL databases."),
        EnvironmentVariable(
          ServeOptions.metricsTokenVariable, "The bearer token that /metrics requires."),
        EnvironmentVariable("NO_COLOR", "Set to anything for no colours."),
      ],
      exitStatuses: ExitStatus.all,
      commands: [
        ServeCommand.serve, MigrateCommand.migrate, BackupCommands.backup, BackupCommands.restore,
        BackupCommands.check, OpenAPICommand.openAPI,
        PlaceCommands.places, AdminTokenCommands.adminTokens, DoctorCommand.doctor,
      ])
  }
}

extension ExitStatus {
  /// Every status that `koober-cloud` ends with. Source of 64 to 78: sysexits.h; of 130: 128 +
  /// SIGINT.
  static let all = [
    ExitStatus(0, "done; of a server: stopped as it was told"),
    ExitStatus(1, "failed"),
    ExitStatus(2, "cancelled"),
    ExitStatus(64, "usage: the command line is not understood or incomplete"),
    ExitStatus(65, "bad data: a corrupt file or a bad import"),
    ExitStatus(66, "no such input: a file that does not exist"),
    ExitStatus(69, "the database cannot be reached"),
    ExitStatus(70, "internal error"),
    ExitStatus(73, "a file cannot be created"),
    ExitStatus(74, "input-output error: the disk is full or does not work"),
    ExitStatus(75, "try again later"),
    ExitStatus(78, "bad configuration: the address, the certificate or the environment"),
    ExitStatus(130, "interrupted"),
  ]
}
