import Cloud
import Commands
import Core
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
    let migrator = context.cloud(on: database).makeMigrator()
    let (before, unreachable) = try await context.showingActivity("Migrating") { _ in
      (try await migrator.migrate(), try await migrator.unreachableAccounts())
    }
    let document = MigrationDocument(
      database: "\(database)", from: before.version, to: before.newest,
      unreachableAccounts: unreachable.map(\.id.rawValue))
    try context.print(document) {
      try context.terminal.writeLine(
        before.version == before.newest
          ? "\(document.database) has the newest version, \(document.to)."
          : "\(document.database) went from version \(document.from) to \(document.to).")
      if !unreachable.isEmpty { try context.terminal.writeLine("\(unreachable.sentence)") }
    }
  }
}

private struct MigrationDocument: Encodable {
  let database: String
  let from: Int
  let to: Int
  let unreachableAccounts: [String]
}

extension [UnreachableAccount] {
  /// Names the accounts, for the operator.
  var sentence: String {
    "Riders cannot sign in to these accounts, because other accounts have their e-mails in another "
      + "Unicode form: \(map(\.id.rawValue).joined(separator: ", ")). They were left as they are."
  }
}
