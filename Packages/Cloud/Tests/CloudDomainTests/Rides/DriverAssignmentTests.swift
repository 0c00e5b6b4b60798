import Core
import FoundationEssentials
import Testing

@testable import CloudDomain

struct DriverAssignmentTests {
  private let date = Date(timeIntervalSince1970: 1_800_000_000)

  /// Stored rides know only their seed: a change of these values changes rides of the past.
  @Test(arguments: [
    (UInt64(0), RideOptionKind.wallabee, "Nguyen, Hyundai i20, KK 67 DU"),
    (1, .wallaroo, "William, Tesla Model 3, KB 72 UR"),
    (.max, .kangaroo, "William, Hyundai Staria, KN 95 DW"),
  ])
  func `A seed always gives the same car and driver`(
    seed: UInt64, option: RideOptionKind, text: String
  ) {
    let assignment = DriverAssignment(
      seed: seed, option: option, requestedAt: date, rosters: [DriverRoster.all[0]])

    #expect("\(assignment.driverName), \(assignment.carModel), \(assignment.plate)" == text)
  }

  @Test func `Earlier rides keep their driver when names are appended`() {
    let later = DriverRoster(
      since: date, driverNames: (0..<100).map { "New \($0)" }, carModels: [.wallabee: ["New"]])
    let assignments = { (rosters: [DriverRoster], requestedAt: Date) in
      (0..<50).map { seed in
        DriverAssignment(
          seed: seed, option: .wallabee, requestedAt: requestedAt, rosters: rosters)
      }
    }

    let before = assignments(DriverRoster.all, date - 1)

    #expect(assignments(DriverRoster.all + [later], date - 1) == before)
    #expect(
      assignments(DriverRoster.all + [later], date).contains { $0.driverName.hasPrefix("New") })
  }

  @Test func `Rosters are in the order of their dates, and only the first has none`() {
    #expect(DriverRoster.all[0].since == nil)
    let dates = DriverRoster.all.dropFirst().map(\.since)
    #expect(dates.allSatisfy { $0 != nil })
    #expect(dates.compactMap { $0 } == dates.compactMap { $0 }.sorted())
  }
}
