import BenchmarkKit

/// Rides in a file of the cloud's schema that SQLite's C API writes to directly.
///
/// Their riders take turns and their identifiers come in no order, as the cloud's do: both decide how
/// many pages a commit writes.
final class RawRides {
  static let riderCount = 256

  let database: RawDatabase
  private let insertion, cancellation: RawStatement
  private let riders: [String]
  private var inserted = 0
  private var cancelled = 0

  /// Makes the file with one ride; all others are copies of it.
  init(path: String) async throws {
    let cloud = BenchCloud(path: path)
    try await cloud.signUpRiders(upTo: Self.riderCount)
    try await cloud.requestRide()
    database = try RawDatabase(path: path)
    riders = try database.prepare("SELECT id FROM accounts").run()
    insertion = try database.prepare(Self.insertion(in: database))
    cancellation = try database.prepare(
      "UPDATE rides SET cancelled_at = boarded_at WHERE id = ?1 AND cancelled_at IS NULL")
  }

  /// Inserts a ride; a transaction of its own where none is open.
  func insert() throws {
    inserted += 1
    try insertion.run(
      Self.identifier(inserted), "floor-\(inserted)", riders[inserted % riders.count])
  }

  /// Inserts a ride of an open transaction that could be undone alone.
  func insertAlone() throws {
    try database.execute("SAVEPOINT ride")
    try insert()
    try database.execute("RELEASE ride")
  }

  /// Cancels the oldest ride that is not cancelled.
  func cancel() throws {
    cancelled += 1
    try cancellation.run(Self.identifier(cancelled))
  }

  /// Returns 32 hexadecimal digits, which look random and cost nothing.
  private static func identifier(_ number: Int) -> String {
    let factors: [UInt64] = [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03]
    return factors.map { factor in
      let digits = String(UInt64(number) &* factor, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Copies the first ride, which costs little beside the flush, so that every column has the size
  /// that the cloud gives it.
  private static func insertion(in database: RawDatabase) throws -> String {
    let columns = try database.prepare("SELECT name FROM pragma_table_info('rides')").run()
    let values = columns.map { column in
      switch column {
      case "number": "NULL"
      case "id": "?1"
      case "request_key": "?2"
      case "rider": "?3"
      default: column
      }
    }.joined(separator: ", ")
    return "INSERT INTO rides SELECT \(values) FROM rides WHERE number = 1"
  }
}
