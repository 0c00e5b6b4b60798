import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct SQLitePlaceSearchTests {
  /// Fewer places are looked at than there are, and the matches come last in every order.
  @Test(arguments: [PlaceRanking.match, .nearness])
  func `Many matches that come last are found, too`(ranking: PlaceRanking) throws {
    let connection = try SQLiteSchema.openInMemory()
    var writer = SQLitePlaceWriter(connection: connection)
    try connection.begin()
    for number in 0..<SQLitePlaceSearch.mostExamined {
      let location = Location(nearestTo: 0, Double(number % 1000) / 1000)
      try writer.write(
        ImportedPlace(
          Place(id: Identifier("a\(number)"), name: "Aaa \(number)", location: location)))
    }
    for number in 0...SQLitePlaceSearch.few {
      try writer.write(
        ImportedPlace(
          Place(
            id: Identifier("z\(number)"), name: "Zzz Lake", location: Location(nearestTo: 80, 90))))
    }
    try connection.commit()

    for near in [nil, Location(nearestTo: 0, 0)] {
      let query = try #require(PlaceQuery(text: "lake", near: near, limit: 10, ranking: ranking))
      let found = try SQLitePlaceSearch(connection: connection, query: query).run()
      #expect(found.count == 10)
      #expect(found.allSatisfy { $0.name == "Zzz Lake" })
    }
  }

  @Test func `A query without end is ended`() throws {
    let connection = try SQLiteConnection(path: nil)
    connection.deadline = ContinuousClock.now + .milliseconds(20)

    let failure = #expect(throws: StoreError.self) {
      try connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
    }

    #expect(failure == .unavailable(reason: "a query took too long"))
  }
}
