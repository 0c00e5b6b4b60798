public import Basics
import Core
public import FoundationEssentials

extension SQLStore {
  /// Returns the number of the newest version; 0 without any.
  package func newestFlagVersion() throws(StoreError) -> Int {
    try first(Statements.newest) { row in Int(row.integer(0)) } ?? 0
  }

  package func flagVersion(_ number: Int) throws(StoreError) -> FlagVersion? {
    try first(Statements.version, ["number": number], read: FlagVersion.init)
  }

  /// Returns the newest versions without their documents, newest first.
  package func flagVersions(limit: Int) throws(StoreError) -> [FlagVersion.Record] {
    try all(Statements.newestFirst, ["limit": limit], read: FlagVersion.Record.init)
  }

  /// Adds a version; returns `false`, and adds nothing, when there is one of this number.
  package func addFlagVersion(_ version: FlagVersion) throws(StoreError) -> Bool {
    let document = JSON.object(version.document).serialized()
    return try database.write { (connection, mayHaveHappened) throws(StoreError) in
      let added = try connection.run(Statements.add, version.record.row(document: document))
      if added == 1 { try connection.beginPhases(with: version) }
      guard added == 0, mayHaveHappened else { return added == 1 }
      // An attempt whose commit was not heard of may have added this very version.
      let stored = try connection.first(
        Statements.version, ["number": version.record.number], read: FlagVersion.init)
      return stored == version
    }
  }
}

/// One version of the definitions of flags.
public struct FlagVersion: Equatable, Sendable {
  /// Who published a version, when and why.
  public struct Record: Codable, Equatable, Sendable {
    /// From 1, without gaps.
    public let number: Int
    public let publishedAt: Date
    /// The account on the operator's machine, or the name of an administrator's token.
    public let author: String
    /// Why it was published; may be empty.
    public let message: String

    package init(number: Int, publishedAt: Date, author: String, message: String) {
      self.number = number
      self.publishedAt = publishedAt
      self.author = author
      self.message = message
    }
  }

  public let record: Record
  /// The definitions in flagd's format.
  public let document: JSON.Object

  package init(record: Record, document: JSON.Object) {
    self.record = record
    self.document = document
  }
}

private enum Statements {
  static let newest: SQLStatement = "SELECT coalesce(max(number), 0) FROM flag_versions"
  static let version = FlagVersionColumn.select("WHERE number = :number")
  static let newestFirst: SQLStatement = """
    SELECT number, published_at, author, message FROM flag_versions
    ORDER BY number DESC LIMIT :limit
    """
  static let add = FlagVersionColumn.insert("ON CONFLICT DO NOTHING")
}

private enum FlagVersionColumn: Int32, SQLColumn {
  case number, publishedAt, author, message, document
  static let table = "flag_versions"
}

extension FlagVersion.Record {
  fileprivate init(_ row: any SQLRow) {
    let row = row.columns(FlagVersionColumn.self)
    self.init(
      number: row.number(.number), publishedAt: row.time(.publishedAt), author: row.text(.author),
      message: row.text(.message))
  }

  fileprivate func row(document: String) -> SQLArguments {
    FlagVersionColumn.row([
      .number: number, .publishedAt: publishedAt, .author: author, .message: message,
      .document: document,
    ])
  }
}

extension FlagVersion {
  fileprivate init(_ row: any SQLRow) throws(StoreError) {
    let record = Record(row)
    let bytes = row.columns(FlagVersionColumn.self).textBytes(.document)
    guard let document = (try? JSON(parsing: bytes))?.object else {
      throw row.unreadable("the version \(record.number) of the flags")
    }
    self.init(record: record, document: document)
  }
}
