import Basics
import FoundationEssentials
import Glibc

/// A file of places, an empty cloud to read it into, and the same as a script for SQLite's shell.
final class ImportFixture: Sendable {
  private let folder: TemporaryFolder
  private let koober: String
  private let places: String
  private let script: String

  init(count: Int) throws {
    folder = try TemporaryFolder()
    koober = try ProgramRun.path(in: "KOOBER_PROGRAM")
    places = try folder.write(GeneratedPlaces.csv(count: count), to: "places.csv")
    script = try folder.write(Self.script(count: count), to: "places.sql")
    // The first use makes the cloud, with the schema that both ways of importing write to.
    try run(["places", "search", "opera"], in: "\(folder.path)/empty")
  }

  func freshHome() throws -> TemporaryFolder {
    let home = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: "\(folder.path)/empty/data", toPath: "\(home.path)/data")
    return home
  }

  func importThroughKoober(in home: TemporaryFolder) throws {
    try run(["places", "import", places, "--quiet"], in: home.path)
  }

  private func run(_ arguments: [String], in home: String) throws {
    try ProgramRun(arguments: [koober] + arguments, environment: ["KOOBER_HOME": home]).run()
  }

  func importThroughShell(in home: TemporaryFolder) throws {
    try ProgramRun(
      arguments: ["sqlite3", "-bail", "\(home.path)/data/cloud/cloud.sqlite"], input: script,
      environment: ["PATH": "/usr/bin:/bin"]
    ).run()
  }

  /// The statements that the cloud runs for new places, with their values written in.
  private static func script(count: Int) -> String {
    var sql = """
      PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;
      BEGIN IMMEDIATE;

      """
    // The cloud begins with four places.
    for (number, place) in zip(5..., 0..<count) {
      let name = GeneratedPlaces.name(place)
      let (latitude, longitude) = GeneratedPlaces.location(place)
      let folded = name.lowercased()
      sql += """
        SELECT number, name, folded, latitude, longitude FROM places WHERE id = 'p\(place)';
        INSERT INTO places (id, name, folded, latitude, longitude) VALUES ('p\(place)', \
        '\(name)', '\(folded)', \(latitude), \(longitude));
        INSERT INTO place_words (rowid, folded) VALUES (\(number), '\(folded)');
        INSERT INTO place_points VALUES (\(number), \(latitude), \(latitude), \
        \(longitude), \(longitude));

        """
    }
    return sql + "COMMIT;\n"
  }
}
