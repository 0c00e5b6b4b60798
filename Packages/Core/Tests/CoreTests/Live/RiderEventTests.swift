import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

struct RiderEventTests {
  private static let own = LiveRide(isOwn: true, ride: .sample())
  private static let shared = LiveRide(isOwn: false, ride: .sample(id: "ride-2", state: .onTrip))

  @Test(arguments: [
    ("reset", RiderEvent.reset([])), ("reset", .reset([own, shared])), ("resumed", .resumed),
    ("ride", .ride(own)), ("ride", .ride(shared)),
    ("ride", .ride(LiveRide(isOwn: true, ride: .sample(state: .requested)))),
    ("position", .position(RidePosition(.sample()))),
    ("position", .position(RidePosition(.sample(state: .requested, secondsUntilPickup: nil)))),
    ("inbox", .inbox(InboxChange(post: nil))),
    ("inbox", .inbox(InboxChange(post: Identifier("post-1"), ride: .sample()))),
    ("friends", .friends),
  ])
  func `An event is read as it was written`(name: String, event: RiderEvent) throws {
    var parser = ServerSentEventParser()

    let sent = try ServerSentEvent(event, id: "7")
    let received = try parser.append(sent.encoded)

    #expect(received == [sent])
    #expect(sent.name == name)
    #expect(sent.id == "7")
    #expect(try received.map { try RiderEvent($0) } == [event])
  }

  @Test(arguments: ["message", "Ride", "weather", ""])
  func `An event of a newer cloud is none`(name: String) throws {
    #expect(try RiderEvent(ServerSentEvent(name, data: Data("{}".utf8))) == nil)
  }

  @Test(arguments: ["reset", "ride", "position", "inbox"])
  func `A document of another kind is an error`(name: String) {
    #expect(throws: DecodingError.self) {
      try RiderEvent(ServerSentEvent(name, data: Data("[]".utf8)))
    }
    #expect(throws: (any Error).self) {
      try RiderEvent(ServerSentEvent(name, data: Data("{".utf8)))
    }
  }

  @Test func `A position moves a ride within its state`() {
    let ride = Ride.sample()
    let further = Ride.sample(secondsUntilPickup: 60)

    let moved = ride.moved(to: RidePosition(further))

    #expect(moved == further)
    #expect(ride.moved(to: RidePosition(ride)) == ride)
  }
}
