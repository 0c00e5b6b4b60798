extension Migration {
  /// By which matcher an offer was made, and the indexes that find what happened in a window.
  static let switchback = Migration("switchback") { (connection) throws(StoreError) in
    try connection.execute(
      """
      ALTER TABLE offers ADD COLUMN matching text;
      CREATE INDEX offers_by_acceptance ON offers (expires_at) WHERE state = 'accepted';
      CREATE INDEX rides_without_driver ON rides (requested_at) WHERE ending = 'noDriver';
      """)
  }
}
