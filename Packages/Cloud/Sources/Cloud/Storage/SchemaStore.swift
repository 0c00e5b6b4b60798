/// Tells and renews the version of a store's tables.
package protocol SchemaStore: Sendable {
  /// The version that this program writes.
  var newestSchemaVersion: Int { get }

  /// Returns the version of the database, 0 for one that was never used; changes nothing.
  func schemaVersion() throws(StoreFailure) -> Int

  /// Brings the database to the newest version; makes it where it is missing.
  func migrate() throws(StoreFailure)
}
