import Basics
import CloudTesting
import Core
import Testing

@testable import Cloud
@testable import CloudPostgreSQL

struct ExperimentMigrationTests {
  /// Events as the version before the counts kept them.
  private static let events = """
    INSERT INTO experiment_events (id, subject, at, kind, flag, variant, origin, name) VALUES
      ('1', 'ann', 20, 'exposure', 'ranking', 'match', 'cloud', NULL),
      ('2', 'ann', 10, 'exposure', 'ranking', 'nearness', 'cloud', NULL),
      ('3', 'ann', 5, 'conversion', NULL, NULL, NULL, 'shared'),
      ('4', 'ann', 15, 'conversion', NULL, NULL, NULL, 'shared'),
      ('5', 'bob', 20, 'exposure', 'ranking', 'nearness', 'cloud', NULL),
      ('6', 'bob', 19, 'conversion', NULL, NULL, NULL, 'shared'),
      ('7', 'eve', 20, 'exposure', 'ranking', 'match', 'user', NULL),
      ('8', 'eve', 21, 'conversion', NULL, NULL, NULL, 'cancelled')
    """

  /// Exposures and values as the version kept them that did not sum them up by segments.
  private static let values = """
    INSERT INTO experiment_exposures (subject, flag, variant, at, phase, met_two, segment) VALUES
      ('ann', 'ranking', 'match', 20, 1, 0, 'wide'), ('bob', 'ranking', 'match', 20, 1, 0, ''),
      ('eve', 'ranking', 'match', 20, 1, 1, '');
    INSERT INTO experiment_values (subject, name, at, value, events) VALUES
      ('ann', 'fare', 19, 3, 1), ('ann', 'fare', 20, 5, 2), ('ann', 'fare', 21, 7, 1),
      ('bob', 'fare', 30, 11, 1), ('eve', 'fare', 30, 13, 1)
    """

  private func checkSums(_ store: SQLStore) throws {
    let sums = try store.experimentSums(flag: "ranking", conversion: "fare", phase: 1)
      .sorted { $0.segment < $1.segment }

    var others = ExperimentSums(variant: "match")
    others.add(value: 11, events: 1, before: 0)
    var wide = ExperimentSums(variant: "match", segment: "wide")
    wide.add(value: 12, events: 3, before: 3)
    #expect(sums == [others, wide])
  }

  @Test func `A file's earlier values are summed up by segments`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    try PrivateDatabaseFile.create(path: path)
    let old = try SQLiteConnection(path: path)
    for migration in Migration.all[..<18] { try migration.apply(old) }
    try old.execute(Self.values)
    try old.execute(
      "PRAGMA user_version = 18; PRAGMA application_id = \(SQLiteSchema.applicationID)")

    try checkSums(SQLStore.sqlite(.file(path: path)))
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A PostgreSQL database's earlier values are summed up by segments`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let old = try PostgreSQLConnection(url: url)
      try old.transaction { () throws(StoreError) in
        for migration in Migration.all[..<18] { try migration.apply(old) }
      }
      try old.execute("\(Self.values); INSERT INTO koober_schema VALUES (18)")

      try checkSums(SQLStore.postgreSQL(url: url, connections: 1))
    }
  }

  private func check(_ store: SQLStore) throws {
    func counts() throws -> [ExperimentCount] {
      try store.experimentCounts(flag: "ranking", conversion: "shared")
    }
    #expect(try counts() == [ExperimentCount(variant: "nearness", exposed: 2, converted: 1)])
    #expect(try store.experimentFlags() == ["ranking"])
    #expect(try store.conversionNames() == ["cancelled", "shared"])

    _ = try store.addExperimentEvents(
      [.conversion("9", "bob", at: 30, name: "shared")],
      limits: ExperimentEventLimits(day: 1, dailyBudget: 9, oldest: 0))

    #expect(try counts() == [ExperimentCount(variant: "nearness", exposed: 2, converted: 2)])
  }

  @Test func `A file's earlier events are counted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    try PrivateDatabaseFile.create(path: path)
    let old = try SQLiteConnection(path: path)
    for migration in Migration.all[..<6] { try migration.apply(old) }
    try old.execute(Self.events)
    try old.execute(
      "PRAGMA user_version = 6; PRAGMA application_id = \(SQLiteSchema.applicationID)")

    try check(SQLStore.sqlite(.file(path: path)))
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A PostgreSQL database's earlier events are counted`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let old = try PostgreSQLConnection(url: url)
      try old.transaction { () throws(StoreError) in
        for migration in Migration.all[..<6] { try migration.apply(old) }
      }
      try old.execute("\(Self.events); INSERT INTO koober_schema VALUES (6)")

      try check(SQLStore.postgreSQL(url: url, connections: 1))
    }
  }
}
