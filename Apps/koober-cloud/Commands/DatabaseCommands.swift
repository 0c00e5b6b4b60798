import Basics
import Cloud
import CloudStore
import Console
import Core
import Terminal

/// Bringing a database to the newest version, copying it, and checking that it is sound.
enum DatabaseCommands {
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

  private static let file = Argument("FILE", kind: .file, help: "The file of the backup.")
  private static let force = Flag("force", help: "Replace a database that is there.")

  static let backup = Command<CommandContext>(
    "backup", summary: "Copy the database to a file, beside running servers.",
    discussion: """
      The copy is the database as it is when the command begins; riders' requests go on meanwhile. \
      FILE must not exist; it is made for its owner only, and is on the disk when the command ends \
      with 0. A PostgreSQL database has pg_dump for this, and the command says how to call it.
      """,
    examples: [
      CommandExample(
        "koober-cloud backup /backup/cloud.sqlite", "Copy the cloud of this machine's user.")
    ],
    parameters: [file, DatabaseOption.database]
  ) { values, context in
    let (database, path, maintenance) = try context.databaseFile(
      values, for: "pg_dump --format=custom --file=\(values[file])")
    let target = values[file].asAbsolutePath
    try await context.showingActivity("Backing up") { activity in
      try await maintenance.backUp(path, to: target) { activity.report($0 * 4096, of: $1 * 4096) }
    }
    try context.print(
      ["database": "\(database)", "file": target], line: "\(database) was copied to \(target).")
  }

  static let restore = Command<CommandContext>(
    "restore", summary: "Put a backup in the place of the database.",
    discussion: """
      The backup is checked first, as 'check' does it. No server may have the database open. A \
      database that is there is replaced only with --force, in one step.
      """,
    examples: [
      CommandExample("koober-cloud restore /backup/cloud.sqlite --force", "Replace the database.")
    ],
    parameters: [file, force, DatabaseOption.database]
  ) { values, context in
    let (database, path, maintenance) = try context.databaseFile(
      values, for: "pg_restore --clean --if-exists \(values[file])")
    let source = values[file].asAbsolutePath
    try await maintenance.restore(source, to: path, isForced: values[force])
    try context.print(
      ["database": "\(database)", "file": source], line: "\(database) is what \(source) holds.")
  }

  static let check = Command<CommandContext>(
    "check", summary: "Check that the database and its files are sound.",
    discussion: """
      Reads the whole file: its structure, the references between its tables, the indexes of places, \
      what is in it that is not Koober's, and who may use the files. Servers may run meanwhile.
      """,
    examples: [CommandExample("koober-cloud check", "Check the cloud of this machine's user.")],
    parameters: [DatabaseOption.database]
  ) { values, context in
    let (database, path, maintenance) = try context.databaseFile(values, for: "pg_amcheck")
    let (damage, mendable) = try await maintenance.check(path)
    let findings = damage + mendable
    guard findings.isEmpty else {
      throw Problem(
        .badData, code: "damagedDatabase",
        message: "\(database) is not sound: \(findings.joined(separator: "; ")).",
        hint: damage.isEmpty
          ? "Mend what is named, and check again."
          : "Restore a backup with 'koober-cloud restore FILE --force'.")
    }
    let document: JSON = ["database": .string("\(database)"), "findings": []]
    try context.print(document, line: "\(database) is sound.")
  }
}

extension CommandContext {
  /// The database of a command that works on SQLite files only; for PostgreSQL a program is named.
  fileprivate func databaseFile(
    _ values: ParsedValues, for program: String
  ) throws(Problem) -> (DatabaseAddress, path: String, DatabaseMaintenance) {
    let database = try self.database(values)
    guard let file = database.file else {
      throw Problem(
        .usage, code: "notSQLite", message: "\(database) is a PostgreSQL database, not a file.",
        hint: "Run: \(program) --dbname='\(database)'"
          + (program == "pg_amcheck" ? "; Debian has it in /usr/lib/postgresql/VERSION/bin." : ""))
    }
    return (database, file, cloud(on: database).makeDatabaseMaintenance())
  }
}

private struct MigrationDocument: Encodable {
  let database: String
  let from: Int
  let to: Int
  let unreachableAccounts: [String]
}

extension [UnreachableAccount] {
  var sentence: String {
    "Riders cannot sign in to these accounts, because other accounts have their e-mails in another "
      + "Unicode form: \(map(\.id.rawValue).joined(separator: ", ")). They were left as they are."
  }
}
