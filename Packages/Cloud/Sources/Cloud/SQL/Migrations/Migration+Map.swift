extension Migration {
  /// The waters, parks and names of imported extracts, by the squares of the map at zoom 12.
  static let map = Migration("map") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      CREATE TABLE map_features (
        x \(dialect.integer) NOT NULL,
        y \(dialect.integer) NOT NULL,
        id text NOT NULL,
        area text,
        place text,
        PRIMARY KEY (x, y, id)
      )\(dialect.rowTableOptions);
      CREATE INDEX map_features_by_id ON map_features (id);
      """)
  }
}
