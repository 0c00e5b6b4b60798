import CloudTesting
import Core
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

@Suite(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct PostgreSQLPlaceSearchTests {
  /// Fewer places are looked at than there are, and the matches are far.
  @Test(arguments: [PlaceRanking.match, .nearness])
  func `Many matches that come last are found, too`(ranking: PlaceRanking) throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      _ = try SQLStore.postgreSQL(url: url, connections: 1).account(email: "")
      let connection = try PostgreSQLConnection(url: url)
      try connection.execute(
        """
        INSERT INTO places (id, name, folded, latitude, longitude)
        SELECT 'a' || n, 'Aaa ' || n, 'aaa ' || n, 0, n % 1000 / 1000.0
        FROM generate_series(1, \(PostgreSQLPlaceSearch.mostExamined)) AS n
        UNION ALL SELECT 'z' || n, 'Zzz Lake', 'zzz lake', 80, 90
        FROM generate_series(0, \(PostgreSQLPlaceSearch.few)) AS n
        """)

      for text in ["zzz lake", "zzz", "lake"] {
        for near in [nil, Location(nearestTo: 0, 0)] {
          let query = try #require(PlaceQuery(text: text, near: near, limit: 10, ranking: ranking))
          let found = try PostgreSQLPlaceSearch(connection: connection, query: query).run()
          #expect(found.count == 10)
          #expect(found.allSatisfy { $0.name == "Zzz Lake" })
        }
      }
    }
  }
}
