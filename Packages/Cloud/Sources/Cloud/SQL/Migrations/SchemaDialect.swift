/// The differences between SQL databases in the declaration of tables.
package protocol SchemaDialect {
  /// The tables and the indexes of places.
  var placeTables: String { get }

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
