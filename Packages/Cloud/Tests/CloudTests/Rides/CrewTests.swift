import Core
import Testing

@testable import Cloud

struct CrewTests {
  /// Stored rides know only their seed: whoever changes these values changes rides of the past.
  @Test(arguments: [
    (UInt64(0), RideOptionKind.wallabee, "Nguyen, Hyundai i20, KK 67 DU"),
    (1, .wallaroo, "William, Tesla Model 3, KB 72 UR"),
    (.max, .kangaroo, "William, Hyundai Staria, KN 95 DW"),
  ])
  func `A seed always gives the same car and driver`(
    seed: UInt64, option: RideOptionKind, text: String
  ) {
    let crew = Crew(seed: seed, option: option)

    #expect("\(crew.driverName), \(crew.carModel), \(crew.plate)" == text)
  }
}
