import Basics
import Core
import Glibc

/// Opens databases and brings them to the newest schema.
package enum SQLiteSchema {
  /// Marks a file as Koober Cloud's: "Kcld" in ASCII. Source: SQLite, "Database File Format",
  /// section 1.3.17.
  static let applicationID: Int64 = 0x4B63_6C64

  /// The number of a file with a table of its migrations' names; the development had others.
  static let formatVersion: Int64 = 23

  private static let noDatabase = "the file is no database of Koober Cloud"
  private static let otherPath = "Use another path, or move the file away; a new one is made."

  static func openInMemory() throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: nil)
    try configure(connection)
    try migrate(connection)
    return connection
  }

  /// Opens a file; it and its folder are made where they are missing.
  static func open(
    path: String, until deadline: RequestDeadline? = nil
  ) throws(StoreError) -> SQLiteConnection {
    try SQLiteBackup.finishRestore(of: path, until: deadline)
    let connection = try openOrCreate(path: path, until: deadline)
    defer { connection.deadline = nil }
    try configure(connection)
    if try migrations(of: connection).count == Migration.all.count { return connection }
    // Processes that find a new or an old file at once take turns: only under a lock
    // is the journal switched, because SQLite's busy handler does not cover that.
    let lock = try lockFile(path: path, until: deadline)
    defer { extendLifetime(lock) }
    try connection.execute("PRAGMA journal_mode = WAL")
    try migrate(connection)
    return connection
  }

  /// Returns the schema version of a file, 0 for a missing or empty one; changes nothing.
  static func version(path: String) throws(StoreError) -> Int {
    do throws(StoreError) {
      try PrivateDatabaseFile.check(path: path)
      let connection = try SQLiteConnection(path: path)
      return try migrations(of: connection).count
    } catch .file(let failure) where failure.kind == .missing {
      return 0
    } catch {
      throw error
    }
  }

  /// Refuses a file that holds no cloud, or one of a version that this program does not know.
  package static func requireKnown(_ connection: SQLiteConnection) throws(StoreError) {
    guard try migrations(of: connection).isEmpty else { return }
    throw .file(.corrupt, path: connection.name, noDatabase)
  }

  /// Names the objects of a database that its version does not have, and those that are missing.
  package static func objectFindings(
    in connection: SQLiteConnection
  ) throws(StoreError) -> (foreign: [String], missing: [String]) {
    let model = try SQLiteConnection(path: nil)
    let names = try migrations(of: connection)
    for migration in Migration.all where names.contains(migration.name) {
      try migration.apply(model)
    }
    // SQLite's own are its statistics, and the indexes of keys.
    let list = SQLStatement(
      once: """
        SELECT type || ' ' || name FROM sqlite_schema
        WHERE name NOT GLOB 'sqlite_*' AND name <> 'koober_migrations'
        """)
    var expected = Set(try model.all(list) { $0.text(0) })
    var found = Set(try connection.all(list) { $0.text(0) })
    let columnList = SQLStatement(
      once: """
        SELECT 'table ' || tables.name, tables.name || '.' || columns.name || ' ' || columns.type
        FROM sqlite_schema AS tables JOIN pragma_table_xinfo(tables.name) AS columns
        WHERE tables.type = 'table'
        """)
    // What a column holds may be made of other columns, with any program of SQL.
    let common = expected.intersection(found)
    func columns(of connection: SQLiteConnection) throws(StoreError) -> [String] {
      try connection.all(columnList) { row in (row.text(0), row.text(1)) }
        .filter { common.contains($0.0) }.map { "column \($0.1)" }
    }
    expected.formUnion(try columns(of: model))
    found.formUnion(try columns(of: connection))
    return (
      foreign: found.subtracting(expected).sorted().map {
        "the \($0) is not part of Koober's schema"
      },
      missing: expected.subtracting(found).sorted().map { "the \($0) is missing" }
    )
  }

  private static func openOrCreate(
    path: String, until deadline: RequestDeadline?
  ) throws(StoreError) -> SQLiteConnection {
    do throws(StoreError) {
      try PrivateDatabaseFile.check(path: path)
      return try SQLiteConnection(path: path, deadline: deadline)
    } catch .file(let failure) where failure.kind == .missing {
      try PrivateDatabaseFile.create(path: path)
      return try SQLiteConnection(path: path, deadline: deadline)
    } catch {
      throw error
    }
  }

  /// Takes the lock under which a database is changed as a whole; another process may be at a long
  /// migration.
  static func lockFile(
    path: String, until deadline: RequestDeadline? = nil
  ) throws(StoreError) -> FileLock {
    try StoreError.onFile { () throws(FileError) in
      try FileLock(
        path: "\(PrivateDatabaseFile.resolved(path)).lock",
        timeout: deadline?.rest() ?? .seconds(60))
    }
  }

  private static func configure(_ connection: SQLiteConnection) throws(StoreError) {
    // FULL flushes the log at each commit: a ride that a rider was told of survives a power cut.
    // NORMAL would keep the file sound, but might forget the last commits.
    // The limit, 64 MiB, gives the room back that a large import has taken in the log.
    // Zeros overwrite deleted data, so that it cannot be found in the file.
    try connection.execute(
      """
      PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 67108864
      """)
  }

  /// Returns the names of the migrations that a file has seen; none for an empty one.
  private static func migrations(
    of connection: SQLiteConnection
  ) throws(StoreError) -> Set<String> {
    let numbers = SQLStatement(
      once: "SELECT user_version, application_id FROM pragma_user_version, pragma_application_id")
    let (version, application) =
      try connection.first(numbers) { row in (row.integer(0), row.integer(1)) } ?? (0, 0)
    if version == 0, application == 0 { return [] }
    guard application == applicationID else {
      throw .file(.corrupt, path: connection.name, noDatabase, remedy: otherPath)
    }
    do throws(StoreError) {
      guard version == formatVersion else { throw .unknown(version: "\(version)") }
      return try connection.migrationNames()
    } catch .newerVersion(let reason) {
      throw .file(.newerVersion, path: connection.name, reason)
    } catch {
      throw error
    }
  }

  /// Applies the missing migrations in one transaction: all of them, or none.
  private static func migrate(_ connection: SQLiteConnection) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      let names = try migrations(of: connection)
      if names.isEmpty { try refuseForeignTables(connection) }
      try connection.migrate(from: names)
      try connection.execute(
        "PRAGMA user_version = \(formatVersion); PRAGMA application_id = \(applicationID)")
    }
  }

  private static func refuseForeignTables(_ connection: SQLiteConnection) throws(StoreError) {
    let table = try connection.first(SQLStatement(once: "SELECT name FROM sqlite_schema")) { row in
      row.text(0)
    }
    guard let table else { return }
    throw .file(
      .corrupt, path: connection.name,
      "the file is another program's database (it has a table \(table))", remedy: otherPath)
  }
}
