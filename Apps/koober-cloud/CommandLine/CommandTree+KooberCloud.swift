import Commands
import Terminal

extension CommandTree<CommandContext> {
  /// Every command of `koober-cloud`, with what all of them share.
  static var kooberCloud: CommandTree {
    CommandTree(
      name: "koober-cloud", version: ProgramVersion.text, date: ProgramVersion.date,
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
        HelpEntry(DatabaseAddress.variable, "The database, with its password if it has one."),
        HelpEntry("VISUAL", "The editor of 'flags edit'; else EDITOR, else vi."),
        HelpEntry("PGPASSWORD", "The password of a PostgreSQL database."),
        HelpEntry("PGPASSFILE", "The file of passwords of PostgreSQL databases."),
        HelpEntry(ServeOptions.metricsTokenVariable, "The bearer token that /metrics requires."),
        HelpEntry(
          ServeOptions.evaluationTokenVariable,
          "The token that /ofrep requires; none is open to all."),
      ] + HelpEntry.commonVariables,
      files: [HelpEntry("$XDG_DATA_HOME/koober/cloud/", "The cloud of this machine's user.")],
      exitStatuses: ExitStatus.table,
      commands: [
        ServeCommand.serve, DatabaseCommands.migrate, DatabaseCommands.backup,
        DatabaseCommands.restore, DatabaseCommands.check, ServeCommand.openAPI,
        PlaceCommands.places, FlagCommands.flags, ExperimentCommands.experiments,
        AdminTokenCommands.adminTokens, AccountCommands.accounts, AuditCommand.audit,
        SimulateCommand.simulate, DoctorCommand.doctor,
      ])
  }
}
