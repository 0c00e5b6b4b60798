import Basics
public import BenchmarkKit
import Core

extension Rows {
  /// What a ride request costs.
  public static let rides = [durableRide, durableRides]

  private static let durableRide = Benchmark.pairedWaiting(
    "a ride request through the embedded cloud, durable",
    target: "≤ 1.43 × floor (70 % of its rate)",
    prepare: { _ in try await RideFixture() },
    floor: { try await $0.insertRide() },
    work: { try await $0.cloud.requestRide() })

  private static let durableRides = Benchmark.pairedWaiting(
    "8 ride requests at once through the embedded cloud, durable",
    target: "≤ 1.3 × one commit of eight",
    prepare: { _ in try await RideFixture(workers: 8) },
    floor: { try await $0.insertRides(8) },
    work: { fixture in
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await fixture.cloud.requestRide() } }
        try await group.waitForAll()
      }
    })
}

/// A cloud in a file, and beside it another file of the same schema that is written to directly.
private actor RideFixture {
  private static let riders = 32

  let cloud: BenchCloud
  private let folder: TemporaryFolder
  private let database: RawDatabase
  private let insertion: RawStatement
  private var inserted = 0

  init(workers: Int = 1) async throws {
    folder = try TemporaryFolder()
    cloud = BenchCloud(path: "\(folder.path)/cloud.sqlite", workers: workers)
    try await cloud.signUpRiders(upTo: Self.riders)
    let path = "\(folder.path)/floor.sqlite"
    try await Self.makeDatabase(path)
    database = try RawDatabase(path: path)
    insertion = try database.prepare(Self.insertion(in: database))
  }

  /// One transaction of one insertion, flushed to the disk when it ends.
  func insertRide() throws {
    inserted += 1
    try insertion.run("ride-\(inserted)", "floor-\(inserted)")
  }

  /// One transaction of several insertions, each of which could be undone alone.
  func insertRides(_ count: Int) throws {
    try database.execute("BEGIN IMMEDIATE")
    for _ in 0..<count {
      try database.execute("SAVEPOINT ride")
      try insertRide()
      try database.execute("RELEASE ride")
    }
    try database.execute("COMMIT")
  }

  private static func makeDatabase(_ path: String) async throws {
    let cloud = BenchCloud(path: path)
    try await cloud.signUpRiders(upTo: 1)
    try await cloud.requestRide()
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
      default: column
      }
    }.joined(separator: ", ")
    return "INSERT INTO rides SELECT \(values) FROM rides WHERE number = 1"
  }
}
