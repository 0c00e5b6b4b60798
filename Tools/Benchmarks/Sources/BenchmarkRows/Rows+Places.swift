import Basics
import BenchmarkKit
import Cloud
import Core

extension Rows {
  static let places = [importPlaces, searchPlaces]

  private static let importPlaces = Benchmark.pairedRuns(
    "koober places import, 10 000 places", target: "≤ 1.5 × floor, the same SQL through sqlite3",
    prepare: { try ImportFixture(count: min(10_000, $0.largestSize)) },
    prepareRun: { try $0.freshHome() }, floor: { try $0.importThroughShell(in: $1) },
    work: { try $0.importThroughKoober(in: $1) })

  private static let searchPlaces = Benchmark(
    "a search as the rider types, 150 000 places", target: "≤ 1 ms"
  ) { effort in
    let places = try await PlaceFixture(count: min(150_000, effort.largestSize))
    var (floorTimes, workTimes): ([Double], [Double]) = ([], [])
    for typed in GeneratedPlaces.keystrokes.prefix(effort.largestSize) {
      // The first search after another one finds none of its pages in the processor's caches.
      floorTimes.append(try await nanoseconds { try await places.lookUp(typed) })
      workTimes.append(try await nanoseconds { try await places.search(typed) })
    }
    return Measurement(workTimes: workTimes, floorTimes: floorTimes)
  }
}

/// A cloud in a file with places, which is also read directly.
actor PlaceFixture {
  private let cloud: BenchCloud
  private let folder: TemporaryFolder
  private let database: RawDatabase
  private let index: RawStatement

  init(count: Int) async throws {
    folder = try TemporaryFolder()
    let path = "\(folder.path)/cloud.sqlite"
    cloud = BenchCloud(path: path)
    let file = try folder.write(GeneratedPlaces.csv(count: count), to: "places.csv")
    _ = try await cloud.importer.importPlaces(from: file)
    database = try RawDatabase(path: path)
    index = try database.prepare(
      """
      SELECT name FROM (SELECT rowid FROM place_words WHERE place_words MATCH ?1 LIMIT 10) AS found
      JOIN places ON places.number = found.rowid
      """)
  }

  /// Finds places near the rider, as the drop-off picker does.
  func search(_ typed: String) async throws {
    let rider = Location(nearestTo: -33.864308, 151.209146)
    _ = try await cloud.client.call(
      CloudAPI.searchPlaces, parameters: PlaceSearch(query: typed, near: rider, limit: 10))
  }

  /// Reads any ten places that match, neither ranked nor measured.
  func lookUp(_ typed: String) throws {
    let words = typed.split(separator: " ").map { "\"\($0)\"*" }
    try index.run(words.joined(separator: " "))
  }
}
