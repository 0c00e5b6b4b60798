import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@MainActor
struct LiveEventsFollowTests {
  /// What happened to a follower.
  private enum Entry: Equatable {
    case renewal
    case event(RiderEvent)
  }

  private struct Failure: Error {}

  private static let interval = Duration.seconds(5)
  private let cloud = StreamingCloudTransport()
  private let clock = ManualWallClock()
  private let entries: AsyncStream<Entry>
  private let entry: AsyncStream<Entry>.Continuation

  init() { (entries, entry) = AsyncStream.makeStream() }

  @Test func `The state is asked for at the beginning and after a break with losses`() async throws
  {
    let following = follow()
    defer { following.cancel() }
    #expect(try await next() == .renewal)
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.reset([]))
    #expect(try await next() == .renewal)
    try cloud.push(.friends)
    #expect(try await next() == .event(.friends))
    try cloud.push(.resumed)
    try cloud.push(.position(RidePosition(.sample())))

    #expect(try await next() == .event(.position(RidePosition(.sample()))))
  }

  @Test func `The state is asked for at intervals only while there is no stream`() async throws {
    let following = follow()
    defer { following.cancel() }
    #expect(try await next() == .renewal)
    try await cloud.waitForStreams(opened: 1)
    try await clock.waitForSleepers()

    clock.advance(by: Self.interval)
    #expect(try await next() == .renewal)
    try await clock.waitForSleepers()
    try cloud.push(.friends)
    #expect(try await next() == .event(.friends))
    #expect(clock.sleeperCount == 0)

    cloud.end(.failure(.unreachable(reason: "no route")))
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    try await cloud.waitForStreams(opened: 2)
    clock.advance(by: Self.interval - .seconds(1))
    #expect(try await next() == .renewal)
    try cloud.push(.friends)
    #expect(try await next() == .event(.friends))
  }

  @Test func `Without a stream every interval has one question`() async throws {
    let events = LiveEvents.none(clock)
    let following = follow(events)
    defer { following.cancel() }

    #expect(try await next() == .renewal)
    for _ in 0..<3 {
      try await clock.waitForSleepers()
      #expect(clock.sleeperCount == 1)
      clock.advance(by: Self.interval)
      #expect(try await next() == .renewal)
    }
  }

  @Test func `Another attempt does not put the question off`() async throws {
    let following = follow()
    defer { following.cancel() }
    #expect(try await next() == .renewal)
    try await cloud.waitForStreams(opened: 1)
    try await clock.waitForSleepers()

    for count in 2...3 {
      cloud.end(.failure(.unreachable(reason: "no route")))
      try await clock.waitForSleepers(2)
      #expect(clock.sleeperCount == 2)
      clock.advance(by: .seconds(2))
      try await cloud.waitForStreams(opened: count)
    }
    clock.advance(by: .seconds(1))

    #expect(try await next() == .renewal)
  }

  @Test func `What has ended is followed no longer`() async throws {
    var isUnderWay = true
    let following = follow(while: { isUnderWay }) { _ in isUnderWay = false }
    #expect(try await next() == .renewal)
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.friends)
    try await following.outcome("the end of the following")

    try await cloud.waitForNoStream()
    #expect(clock.sleeperCount == 0)
  }

  @Test func `What has ended before the first answer is not followed`() async throws {
    let following = follow(while: { false })
    try await following.outcome("the end of the following")

    #expect(try await next() == .renewal)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `An error ends the following`() async throws {
    let following = follow(receive: { _ in throw Failure() })
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.friends)

    await #expect(throws: Failure.self) {
      try await following.outcome("the end of the following")
    }
    try await cloud.waitForNoStream()
  }

  @Test func `The end of the task ends the following, the stream and the waiting`() async throws {
    let following = follow()
    try await cloud.waitForStreams(opened: 1)
    try await clock.waitForSleepers()

    following.cancel()
    try await following.outcome("the end of the following")

    try await cloud.waitForNoStream()
    #expect(clock.sleeperCount == 0)
  }

  private func follow(
    _ events: LiveEvents? = nil, while condition: @escaping @MainActor () -> Bool = { true },
    receive: @escaping @MainActor (RiderEvent) throws -> Void = { _ in }
  ) -> Task<Void, any Error> {
    let events =
      events
      ?? LiveEvents(
        client: CloudClient(transport: cloud), session: .johnny,
        services: SystemServices(wallClock: clock, randomBytes: SeededRandomBytes()))
    return Task { [entry] in
      for await step in events.steps(orAskEvery: Self.interval) {
        switch step {
        case .renew: entry.yield(.renewal)
        case .event(let event):
          entry.yield(.event(event))
          try receive(event)
        }
        guard condition() else { return }
      }
    }
  }

  private func next() async throws -> Entry? { try await entries.next("what happens next") }
}
