package import CloudDomain
package import Core

/// A SQL database with connections that are lent to one caller at a time.
package protocol SQLDatabase: Sendable {
  var dialect: any SQLDialect { get }
  /// The same database, but it throws ``StoreError/wouldBlock`` instead of waiting for a lock, for
  /// another caller, or for a long query; `nil` where every call blocks.
  var nonBlocking: (any SQLDatabase)? { get }
  /// How busy the database is.
  var connectionUse: ConnectionUse { get }

  /// Tells other processes on the same database of changes, and this one of theirs; `nil` where streams
  /// have to look for them.
  var changeRelay: (any ChangeRelay)? { get }

  /// Returns how many migrations the database has seen, 0 for an empty one; changes nothing.
  func schemaVersion() throws(StoreError) -> Int

  /// Lends a connection for one statement that only reads.
  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value

  /// Lends a connection for steps that happen all or not at all; what is committed survives a
  /// crash.
  ///
  /// The steps may be done again from the beginning, after two transactions were in each other's
  /// way or the connection was lost. In the second case the commit may have happened, so the body
  /// is called again and may find its own changes.
  func write<Value: Sendable>(
    _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value

  /// Erases from the database's own files what was deleted, as far as no reader is in the way.
  func eraseDeleted() throws(StoreError)
}

extension SQLDatabase {
  /// The default: every call blocks, for example for a server.
  package var nonBlocking: (any SQLDatabase)? { nil }

  /// Applies the missing migrations; makes the database where it is missing.
  package func migrate() throws(StoreError) {
    // A connection is at the newest version once it is lent.
    try read { (_) throws(StoreError) in }
  }
}

/// A database that servers use.
package protocol ServedDatabase: SQLDatabase {
  /// The deadlines of the requests for which it works.
  var deadlines: RequestDeadlines { get }

  /// Does what a server's work needs, on a database that is there, and undoes it.
  func rehearse(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Void
  ) throws(StoreError)
}

/// One connection to a database.
package protocol SQLConnection: AnyObject {
  var dialect: any SQLDialect { get }

  /// Runs statements without parameters that give no rows and are used once.
  func execute(_ sql: String) throws(StoreError)

  /// Makes the next statements read from the disk what the connection has in its memory.
  func forgetPages() throws(StoreError)

  /// Runs a statement of a transaction whose result is not needed, at the latest with the next
  /// statement or the commit, which throws its error.
  func enqueue(_ statement: SQLStatement, _ arguments: SQLArguments) throws(StoreError)

  /// Runs a statement and reads its rows until the reader returns `false`.
  ///
  /// - Returns: How many rows an INSERT, UPDATE or DELETE has changed.
  @discardableResult
  func run(
    _ statement: SQLStatement, _ arguments: SQLArguments,
    forEachRow read: (any SQLRow) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int

  /// Runs several statements, on a server in one round trip, and reads all rows of each.
  ///
  /// - Parameter read: Called with the position of a row's statement.
  func runAll(
    _ calls: [SQLCall], forEachRow read: (Int, any SQLRow) throws(StoreError) -> Void
  ) throws(StoreError)
}

/// A statement with its parameters' values.
package typealias SQLCall = (statement: SQLStatement, arguments: SQLArguments)

extension SQLConnection {
  /// The default: the connection has no pages.
  package func forgetPages() throws(StoreError) {}

  /// The default: runs the statement now.
  package func enqueue(_ statement: SQLStatement, _ arguments: SQLArguments) throws(StoreError) {
    try run(statement, arguments)
  }

  /// Runs statements that each give at most one row, and returns the rows, read.
  package func firstOfEach<Value>(
    _ calls: [SQLCall], read: (any SQLRow) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value?] {
    var results = [Value?](repeating: nil, count: calls.count)
    try runAll(calls) { (index, row) throws(StoreError) in results[index] = try read(row) }
    return results
  }

  /// Runs a statement and returns how many rows it has changed.
  @discardableResult
  package func run(
    _ statement: SQLStatement, _ arguments: SQLArguments = [:]
  ) throws(StoreError) -> Int {
    try run(statement, arguments) { (_) throws(StoreError) in true }
  }

  /// Returns the first row, read, or `nil` without rows.
  package func first<Value>(
    _ statement: SQLStatement, _ arguments: SQLArguments = [:],
    read: (any SQLRow) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    var result: Value?
    try run(statement, arguments) { (row) throws(StoreError) in
      result = try read(row)
      return false
    }
    return result
  }

  /// Returns all rows, read.
  package func all<Value>(
    _ statement: SQLStatement, _ arguments: SQLArguments = [:],
    read: (any SQLRow) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    var result: [Value] = []
    try run(statement, arguments) { (row) throws(StoreError) in
      result.append(try read(row))
      return true
    }
    return result
  }

  package func hasRow(
    _ statement: SQLStatement, _ arguments: SQLArguments
  ) throws(StoreError) -> Bool {
    try first(statement, arguments) { _ in true } ?? false
  }
}

/// The differences between SQL databases.
package protocol SQLDialect: Sendable {
  /// The prefix of a parameter's number.
  var parameterPrefix: String { get }
  /// Whether writers work side by side, so that a transaction locks the rows that it relies on.
  var hasConcurrentWriters: Bool { get }
  /// Follows a SELECT of rows to change: those that another transaction has locked are left out.
  var skippingLockedRows: String { get }
  /// A SELECT of the texts in the parameter `list`, a JSON document.
  var elementsOfList: String { get }
  /// Returns the condition that a text column holds more than printable ASCII.
  func hasOtherThanASCII(_ column: String) -> String

  /// Finds places through the database's own indexes of names and points.
  func places(
    matching query: PlaceQuery, on connection: any SQLConnection
  ) throws(StoreError) -> [Place]

  /// Adds or updates places; a slow database may leave the last ones to the next transaction.
  func write(
    _ places: ArraySlice<ImportedPlace>, on connection: any SQLConnection
  ) throws(StoreError) -> PlaceImportSummary

  /// Prepares the indexes for searches after an import.
  func finishImport(on connection: any SQLConnection) throws(StoreError)

  // The differences in the declaration of tables.

  /// The tables and the indexes of places.
  var placeTables: String { get }
  /// Adds the further names of places to the table and the index of words.
  var otherPlaceNames: String { get }

  /// A signed 64-bit integer.
  var integer: String { get }
  /// A floating-point number of 64 bits.
  var real: String { get }
  var blob: String { get }
  /// Text that is ordered by its bytes.
  var sortedText: String { get }

  /// A number that orders rows by their insertion.
  var rowNumber: String { get }
  /// The same as the primary key.
  var rowNumberKey: String { get }
  /// The column of such a number in a table that does not read it.
  var hiddenRowNumber: String { get }
  /// The constraint of the key of a table with row numbers.
  var keyBesideRowNumber: String { get }
  /// The columns of an index whose equal entries are in the order of their row numbers.
  func orderedByRowNumber(_ column: String) -> String

  /// The options after the columns of a table with row numbers, or with a large row.
  var rowTableOptions: String { get }
  /// The options after the columns of any other table.
  var tableOptions: String { get }
}
