import Basics
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct RiderEventSourceTests {
  private let cloud = TestCloud()
  private let bob = RiderID("id-of-bob")
  private var store: SQLStore { cloud.database.store }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `A stream that resumes after any event repeats and skips nothing`(seed: UInt64) throws {
    var numbers = SplitMix64(seed)
    let friends = ["ann", "cas", "eve"]
    for name in friends + ["bob"] { try store.addRider(name) }
    for name in friends { try store.befriend(bob, Identifier("id-of-\(name)")) }
    var rides: [String: RideRecord] = [:]
    var shared: Set<Identifier<Ride>> = []
    var now = Date.noon
    var stream = source()
    var told = try read(&stream, at: now)

    for _ in 0..<40 {
      for _ in 0...numbers.next(below: 4) {
        // In whole seconds, so that several rides do something at the same time.
        now += Double([1, 1, 8, 20][numbers.next(below: 4)])
        let name = (friends + ["bob"])[numbers.next(below: 4)]
        guard let ride = rides[name], !ride.hasEnded(at: now) else {
          let ride = RideRecord.sample("\(numbers.next())", rider: name, requestedAt: now)
          try #require(try store.addRide(ride, key: nil, now: now) == .done(ride))
          rides[name] = ride
          continue
        }
        if numbers.next(below: 6) == 0 {
          rides[name] = try store.cancelRide(ride.id, of: ride.rider, at: now)
        } else if name == "bob" {
          try store.markRead(shared.map { Identifier($0.rawValue) }, by: bob, now: now)
        } else if shared.insert(ride.id).inserted {
          try share(ride, at: now)
        }
      }
      now += Double([0, 5, 40, 900][numbers.next(below: 4)])
      told += try read(&stream, at: now)

      // As if the connection had broken before.
      let index = numbers.next(below: told.count)
      stream = source(after: told[index].id)
      let resumed = try ServerSentEvent(.resumed, id: told[index].id)
      #expect(try read(&stream, at: now) == [resumed] + told[(index + 1)...])
      told.removeFirst(max(0, told.count - 20))
    }
  }

  private func source(after id: String? = nil) -> any EventSource {
    CloudServices(cloud).live.events(
      of: bob, tokenHash: SessionRecord.sample("bob").tokenHash, after: id)
  }

  /// Returns the events that have an id.
  private func read(
    _ source: inout any EventSource, at now: Date
  ) throws -> [ServerSentEvent] {
    try source.next(at: now, isChanged: true, from: store).filter { $0.id != nil }
  }

  /// Shares a ride with Bob, in a post with the ride's identifier.
  private func share(_ ride: RideRecord, at now: Date) throws {
    let post = PostRecord(
      id: Identifier(ride.id.rawValue), author: Person(id: ride.rider, name: ""), text: "Look",
      ride: ride, createdAt: now)
    try #require(try store.addPost(post, key: nil) == .added)
    try #require(try store.share(post.id, by: ride.rider, with: bob, now: now) == .shared)
  }
}
