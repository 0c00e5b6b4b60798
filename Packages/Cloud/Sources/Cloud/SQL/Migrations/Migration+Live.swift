extension Migration {
  /// What streams of events read, and the links to rides.
  ///
  /// A counter numbers the events of each rider: it is locked until the transaction ends, so that the
  /// numbers have no gaps and become visible in their order.
  static let live = Migration("live") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      CREATE TABLE event_counters (
        recipient text NOT NULL PRIMARY KEY REFERENCES accounts (id),
        last \(dialect.integer) NOT NULL
      )\(dialect.tableOptions);
      CREATE TABLE events (
        recipient text NOT NULL REFERENCES accounts (id),
        sequence \(dialect.integer) NOT NULL,
        kind text NOT NULL,
        subject text NOT NULL,
        at \(dialect.integer) NOT NULL,
        PRIMARY KEY (recipient, sequence)
      )\(dialect.tableOptions);
      CREATE TABLE ride_links (
        token_hash \(dialect.blob) NOT NULL PRIMARY KEY,
        ride text NOT NULL REFERENCES rides (id)
      )\(dialect.tableOptions);
      CREATE INDEX ride_links_by_ride ON ride_links (ride);
      """)
  }
}
