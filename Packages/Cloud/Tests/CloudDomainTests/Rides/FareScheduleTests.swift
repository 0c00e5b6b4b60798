import Core
import Testing

@testable import CloudDomain

struct FareScheduleTests {
  @Test(arguments: [
    (RideOptionKind.wallabee, 10_000.0, 1200.0, 250 + 1450 + 800),
    (.wallaroo, 10_000, 1200, 350 + 1900 + 1100),
    (.kangaroo, 10_000, 1200, 500 + 2600 + 1500),
    (.wallabee, 0, 0, 900),
    (.wallabee, 1234.5, 100, 900),
    (.kangaroo, 500_000, 20_000, 500 + 130_000 + 25_000),
  ])
  func `A price is flag fall, distance and time, but no less than the least`(
    option: RideOptionKind, distance: Double, duration: Double, cents: Int
  ) {
    let price = FareSchedule(for: option).price(distance: distance, duration: duration)

    #expect(price == Money(currency: "AUD", minorUnits: cents))
  }

  @Test(arguments: [(0.0, 0.0), (2500, 360), (12_000, 1728), (34_000, 2718)])
  func `The first twelve kilometers are city, the rest is highway`(
    distance: Double, seconds: Double
  ) {
    #expect(abs(TravelTime.seconds(for: distance) - seconds) < 0.001)
  }
}
