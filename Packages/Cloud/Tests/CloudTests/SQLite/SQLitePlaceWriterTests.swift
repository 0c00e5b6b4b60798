import CloudDomain
import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudStore

struct SQLitePlaceWriterTests {
  @Test func `The indexes of words and points agree with the places after updates`() throws {
    let connection = try SQLiteSchema.openInMemory()
    var writer = SQLitePlaceWriter(connection: connection)
    for round in 0..<3 {
      for number in 0..<50 {
        let name = "Park \(number + round) é"
        let location = Location(nearestTo: Double(number), Double(round))
        let place = Place(id: Identifier("\(number)"), name: name, location: location)
        try writer.write(ImportedPlace(place, otherNames: ["Parc \(round)", "Parque"]))
      }
    }

    try connection.execute("INSERT INTO place_words (place_words) VALUES ('integrity-check')")
    #expect(
      try connection.first(
        SQLStatement(once: "SELECT rtreecheck('place_points')")
      ) { $0.text(0) } == "ok")
    #expect(writer.summary == PlaceImportSummary(imported: 50, updated: 100))
    let moved = try connection.first(
      SQLStatement(
        once: """
          SELECT count(*) FROM place_points JOIN places USING (number)
          WHERE abs(min_longitude - longitude) > 0.001 OR abs(max_latitude - latitude) > 0.001
          """)
    ) { $0.integer(0) }
    #expect(moved == 0)
  }
}
