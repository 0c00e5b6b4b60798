import Cloud
import Commands
import Terminal

/// Bringing a database to the newest version.
enum MigrateCommand {
  static let migrate = Command<CommandContext>(
    "migrate", summary: "Bring the database to the version that this program writes.",
    discussion: """
      A database that is missing is made. 'serve' does the same when it starts; this command is \
      for those who want to do it before. All missing steps are done, or none.
      """,
    examples: [
      CommandExample("koober-cloud migrate", "Make or renew the cloud of this machine's user."),
      CommandExample(
        "koober-cloud migrate --database postgresql://koober@db.example/koober",
        "Renew a database that servers share."),
    ],
    parameters: [DatabaseOption.database]
  ) { values, context in
    let database = try context.database(values)
    let before = try await context.console.showingActivity("Migrating") { _ in
      try await context.cloud(on: database).makeMigrator().migrate()
    }
    let document = MigrationDocument(
      database: "\(database)", from: before.version, to: before.newest)
    try context.console.print(document) {
      try context.terminal.writeLine(
        before.version == before.newest
          ? "\(document.database) has the newest version, \(document.to)."
          : "\(document.database) went from version \(document.from) to \(document.to).")
    }
  }
}

private struct MigrationDocument: Encodable {
  let database: String
  let from: Int
  let to: Int
}
