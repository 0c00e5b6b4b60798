import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore
@testable import CloudTesting

struct RideCostTests {
  private let cloud = TestCloud()

  private func takeSteps() throws -> Int {
    try cloud.database.store.database.read { connection throws(StoreError) in
      (connection as? SQLiteConnection)?.takeSteps() ?? 0
    }
  }

  @Test func `What a request and its stream cost grows neither with rides nor with time`()
    async throws
  {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    var costs: [Int] = []
    var quoted = try await client.quotedTrip(session: session)
    // More than the events that are kept of each rider.
    for number in 1...(SQLStore.keptEvents + 40) {
      if number.isMultiple(of: 100) { quoted = try await client.quotedTrip(session: session) }
      _ = try takeSteps()
      let ride = try await client.call(CloudAPI.requestRide, body: quoted, session: session)
      _ = try await client.call(
        CloudAPI.ride, parameters: RideReading(ride: ride.id), session: session)
      _ = try await client.call(
        CloudAPI.cancelRide, parameters: RideParameters(ride: ride.id), session: session)
      // As the rider's stream does after each of the two changes.
      for _ in 1...2 {
        _ = try cloud.database.store.liveRides(
          of: session.profile.id, endingAfter: cloud.manualClock.now, changes: 1)
      }
      costs.append(try takeSteps())
      cloud.manualClock.advance(by: .seconds(2))
    }

    #expect(costs[9] > 100)
    // A row more or less may be on another page.
    #expect(costs.dropFirst(9).max() ?? .max <= costs[9] + 40)
  }
}
