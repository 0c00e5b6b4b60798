import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// Drivers are looked up by place.
struct DriverSearchTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `The drivers of one place are found, also across the date line`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addDrivers([
        TestDriver("here", 1.0, 179.99), TestDriver("across", 1.0, -179.99),
        TestDriver("north", 1.2, 179.99), TestDriver("west", 1.0, 179.8),
      ])

      let boxes = BoundingBox.around(Location(nearestTo: 1, 179.99), meters: 8000)
      let found = try store.freeDrivers(
        in: boxes + boxes, reportedAfter: .noon - 1, needApproval: false)

      #expect(found.map(\.rider.rawValue) == ["across", "here"])
      #expect(try store.freeDrivers(in: boxes, reportedAfter: .noon, needApproval: false).isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases.filter { $0 != .sqliteFile })
  func `A question about one city visits no drivers of the world`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      func cost() throws -> Int {
        let boxes = BoundingBox.around(.operaHouse, meters: 8000)
        let before = try store.visits(after: nil)
        #expect(
          try store.freeDrivers(in: boxes, reportedAfter: .noon - 1, needApproval: false).count
            == 20)
        return try store.visits(after: before)
      }
      let city = (0..<20).map { number -> TestDriver in
        TestDriver("city-\(number)", -33.86 + 0.001 * Double(number), 151.21)
      }
      // Over all longitudes, in the latitudes of the city, which other cities share.
      let world = (0..<20_000).map { number -> TestDriver in
        let longitude = Double(number * 7919 % 320) - 179
        return TestDriver("world-\(number)", -33.9 + 0.000004 * Double(number), longitude)
      }
      try store.addDrivers(city)
      let few = try cost()
      try store.addDrivers(world)

      let many = try cost()

      #expect(few >= 20)
      #expect(many <= few + few / 2)
    }
  }
}

private struct TestDriver {
  let name: String
  let latitude, longitude: Double

  init(_ name: String, _ latitude: Double, _ longitude: Double) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
  }

  var cell: Int { GridCell.number(of: Location(nearestTo: latitude, longitude)) }
}

extension SQLStore {
  /// Adds drivers who have begun their shifts at noon.
  fileprivate func addDrivers(_ drivers: [TestDriver]) throws {
    let noon = Date.noon.milliseconds
    try database.write { (connection, _) throws(StoreError) in
      for start in stride(from: 0, to: drivers.count, by: 500) {
        let part = drivers[start..<min(start + 500, drivers.count)]
        let accounts = part.map { "('\($0.name)', '\($0.name)', '', '', '', '', 0)" }
        let rows = part.map {
          "('\($0.name)', '\($0.name)', 'Mazda 2', 'wallabee', \(noon), \($0.latitude), "
            + "\($0.longitude), \(noon), \($0.cell))"
        }
        try connection.execute(
          """
          INSERT INTO accounts
            (id, email, name, nickname, mobile_number, password_hash, created_at)
            VALUES \(accounts.joined(separator: ", "));
          INSERT INTO drivers
            (rider, plate, model, kind, shift_at, latitude, longitude, positioned_at, cell)
            VALUES \(rows.joined(separator: ", "))
          """)
      }
      try connection.execute("ANALYZE drivers")
    }
  }
}
