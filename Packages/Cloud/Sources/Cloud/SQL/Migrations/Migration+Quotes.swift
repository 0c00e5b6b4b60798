extension Migration {
  /// The key that signs quotes, and the models that planned rides.
  static let quotes = Migration("quotes") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      CREATE TABLE signing_keys (
        name text NOT NULL PRIMARY KEY,
        key \(dialect.blob) NOT NULL
      )\(dialect.tableOptions);
      ALTER TABLE rides ADD COLUMN route_model text NOT NULL DEFAULT '';
      """)
    // Of the system, whatever the random bytes of a test are: it decides nothing that is seen.
    let key = (0..<QuoteSigner.keyLength).map { _ in UInt8.random(in: .min ... .max) }
    try connection.run(
      SQLStatement(once: "INSERT INTO signing_keys VALUES ('quotes', :key)"), ["key": .blob(key)])
  }
}
