import CloudTesting
import Core
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

/// A database from before places had further names.
struct OtherNamesMigrationTests {
  private func migrate(_ connection: any SQLConnection, _ indexes: String = "") throws {
    try connection.migrate(from: [Migration.otherNames.name])
    try connection.execute(
      """
      INSERT INTO places (id, name, folded, latitude, longitude)
        VALUES ('7', 'Old Port', 'old port', 1, 2), ('moma', 'Overwritten', 'overwritten', 3, 4);
      \(indexes)
      """)
    try connection.migrate(from: Set(Migration.all.map(\.name)).subtracting(["other names"]))
    let names = { (text: String) in
      let query = PlaceQuery(text: text, near: nil, limit: 5, ranking: .match)
      return try connection.dialect.places(matching: #require(query), on: connection).map(\.name)
    }
    #expect(try names("port") == ["Old Port"])
    #expect(try names("opera") == ["Opera House"])
    #expect(try names("moma") == ["MOMA"])
    let place = Place(
      id: Identifier("7"), name: "Old Port", location: Location(nearestTo: 1, 2))
    let written = try connection.dialect.write(
      [ImportedPlace(place, otherNames: ["Vieux-Port"])], on: connection)
    #expect(written == PlaceImportSummary(updated: 1))
    #expect(try names("vieux port") == ["Old Port"])
  }

  @Test func `Places of a SQLite database are found as before, and get further names`() throws {
    let connection = try SQLiteConnection(path: nil)

    try migrate(
      connection,
      """
      INSERT INTO place_words (rowid, folded) SELECT number, folded FROM places;
      INSERT INTO place_points SELECT number, latitude, latitude, longitude, longitude FROM places;
      """)

    try connection.execute(
      "INSERT INTO place_words (place_words, rank) VALUES ('integrity-check', 1)")
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `Places of a PostgreSQL database are found as before, and get further names`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let connection = try PostgreSQLConnection(url: url)
      try connection.execute("BEGIN")
      try migrate(connection)
      try connection.execute("COMMIT")
    }
  }
}
