import BasicsTesting
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Core

struct LiveEventsTests {
  private let cloud = StreamingCloudTransport()
  private let clock = ManualWallClock()

  @Test func `All listeners share one stream, which the last one closes`() async throws {
    let events = makeEvents()
    #expect(cloud.lastEventIDs == [])
    var listeners = (0..<2).map { _ in Listener(events) }
    try await cloud.waitForStreams(opened: 1)

    try cloud.push(.friends)
    for listener in listeners {
      #expect(try await listener.next() == .live)
      #expect(try await listener.next() == .event(.friends))
    }
    try await listeners.removeFirst().stop()
    try cloud.push(.resumed)
    #expect(try await listeners[0].next() == .event(.resumed))
    #expect(cloud.lastEventIDs == [nil])
    try await listeners[0].stop()

    try await cloud.waitForNoStream()
    withExtendedLifetime(events) {}
  }

  @Test func `A listener that comes back goes on after the last event`() async throws {
    let events = makeEvents()
    let first = Listener(events)
    try await cloud.waitForStreams(opened: 1)
    try cloud.push(.friends, id: "7")
    try cloud.push(.position(RidePosition(.sample())))
    for _ in 0..<3 { _ = try await first.next() }
    try await first.stop()
    try await cloud.waitForNoStream()

    let second = Listener(events)
    try await cloud.waitForStreams(opened: 2)
    try cloud.push(.resumed)

    #expect(cloud.lastEventIDs == [nil, "7"])
    #expect(try await second.next() == .live)
    #expect(try await second.next() == .event(.resumed))
  }

  @Test func `A stream that ends is opened again after the last event`() async throws {
    let listener = Listener(makeEvents())
    try await cloud.waitForStreams(opened: 1)
    try cloud.push(.reset([]), id: "6")
    try cloud.push(.friends, id: "7")
    cloud.end()

    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    try await cloud.waitForStreams(opened: 2)
    try cloud.push(.resumed)

    #expect(cloud.lastEventIDs == [nil, "7"])
    // The end of a stream that was there is no news.
    #expect(
      try await listener.next(4) == [
        .live, .event(.reset([])), .event(.friends), .event(.resumed),
      ])
  }

  @Test func `A lost stream is told, and that it is back`() async throws {
    let listener = Listener(makeEvents())
    try await cloud.waitForStreams(opened: 1)
    try cloud.push(.friends)
    cloud.end(.failure(.unreachable(reason: "no route")))

    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    try await cloud.waitForStreams(opened: 2)
    try cloud.push(.friends)

    #expect(
      try await listener.next(5) == [
        .live, .event(.friends), .notLive, .live, .event(.friends),
      ])
  }

  @Test func `An event that cannot be read is left out`() async throws {
    let listener = Listener(makeEvents())
    try await cloud.waitForStreams(opened: 1)

    cloud.push(ServerSentEvent("weather", data: Data("{}".utf8)))
    cloud.push(ServerSentEvent("ride", data: Data("[]".utf8)))
    try cloud.push(.friends)

    #expect(try await listener.next(2) == [.live, .event(.friends)])
  }

  @Test func `The waits between attempts grow`() async throws {
    let clock = RecordingWallClock()
    let listener = Listener(makeEvents(clock: clock))
    let failure = Result<CloudResponse, CloudTransportError>.failure(
      .unreachable(reason: "no route"))

    for (index, longest) in [1.0, 2, 4, 8, 16, 30, 30].enumerated() {
      try await cloud.waitForStreams(opened: index + 1)
      cloud.end(failure)

      let wait = try await #require(clock.waits.next())
      #expect(wait >= .seconds(longest / 2))
      #expect(wait < .seconds(longest))
    }
    for (index, answer) in [failure, .success(CloudResponse(status: 200, body: Data()))]
      .enumerated()
    {
      try await cloud.waitForStreams(opened: index + 8)
      try cloud.push(.friends)
      cloud.end(answer)

      // The end of a stream that was there is a first failure again, or none.
      #expect(try await #require(clock.waits.next()) < .seconds(index == 0 ? 1 : 0.5))
    }
    try await listener.stop()
  }

  @Test func `A stream that ends without an event is a failure`() async throws {
    let clock = RecordingWallClock()
    let listener = Listener(makeEvents(clock: clock))

    for (index, longest) in [1.0, 2, 4].enumerated() {
      try await cloud.waitForStreams(opened: index + 1)
      cloud.end()

      #expect(try await #require(clock.waits.next()) >= .seconds(longest / 2))
    }
    #expect(try await listener.next() == .notLive)
  }

  @Test func `The last listener cancels the wait for another attempt`() async throws {
    let events = makeEvents()
    let listener = Listener(events)
    try await cloud.waitForStreams(opened: 1)
    cloud.end(.failure(.unreachable(reason: "no route")))
    try await clock.waitForSleepers()

    try await listener.stop()

    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(events) {}
  }

  @Test(arguments: [ErrorResponse.Code.notSignedIn, .noSuchEndpoint])
  func `A refused stream is not asked for again`(code: ErrorResponse.Code) async throws {
    let clock = RecordingWallClock()
    let events = makeEvents(clock: clock)
    let listener = Listener(events)
    try await cloud.waitForStreams(opened: 1)

    cloud.end(.success(try .refusal(code)))
    #expect(try await listener.next() == .notLive)
    let other = Listener(events)

    #expect(try await other.next() == .notLive)
    try await listener.stop()
    try await other.stop()
    #expect(cloud.lastEventIDs == [nil])
    #expect(clock.count == 0)
  }

  @Test(arguments: [ErrorResponse.Code.internalError, .tryAgainLater, .tooManyRequests])
  func `A cloud that cannot stream now is asked again`(code: ErrorResponse.Code) async throws {
    let listener = Listener(makeEvents())
    try await cloud.waitForStreams(opened: 1)
    cloud.end(.success(try .refusal(code)))

    #expect(try await listener.next() == .notLive)
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    try await cloud.waitForStreams(opened: 2)
  }

  @Test(arguments: [(90, 90), (.max, 600)])
  func `A cloud is not asked before the time that it names`(seconds: Int, wait: Int) async throws {
    let clock = RecordingWallClock()
    let listener = Listener(makeEvents(clock: clock))
    try await cloud.waitForStreams(opened: 1)

    let refusal = try CloudResponse.refusal(.tooManyRequests)
    cloud.end(
      .success(CloudResponse(status: 429, body: refusal.body, retryAfterSeconds: seconds)))

    #expect(try await clock.waits.next() == .seconds(wait))
    try await listener.stop()
  }

  @Test func `A listener that comes later hears whether there is a stream`() async throws {
    let events = makeEvents()
    let first = Listener(events)
    try await cloud.waitForStreams(opened: 1)
    try cloud.push(.friends)
    _ = try await first.next(2)

    #expect(try await Listener(events).next() == .live)
    cloud.end(.failure(.unreachable(reason: "no route")))
    #expect(try await first.next() == .notLive)

    #expect(try await Listener(events).next() == .notLive)
  }

  @Test func `The end of the scope ends the listeners and the stream`() async throws {
    var events: LiveEvents? = makeEvents()
    let updates = try #require(events?.listen().updates)
    try await cloud.waitForStreams(opened: 1)

    events = nil

    #expect(try await updates.next() == nil)
    try await cloud.waitForNoStream()
  }

  @Test func `A stream that ends slowly tells the next listeners nothing`() async throws {
    let cloud = LingeringCloudTransport()
    let events = makeEvents(cloud)
    let first = Listener(events)
    let old = try await #require(cloud.next())
    try await first.stop()
    let second = Listener(events)
    let new = try await #require(cloud.next())

    old(try ServerSentEvent(.friends, id: "8"))
    new(try ServerSentEvent(.resumed))

    #expect(try await second.next(2) == [.live, .event(.resumed)])
  }

  @Test func `A listener may end while an event comes`() async throws {
    let events = makeEvents()
    let permanent = Listener(events)
    try await cloud.waitForStreams(opened: 1)
    let event = try ServerSentEvent(.friends)
    let pushing = Task.detached { [cloud] in
      while !Task.isCancelled {
        cloud.push(event)
        // Other tests need the thread, too.
        await Task.yield()
      }
    }
    for _ in 0..<500 {
      let listener = Listener(events)
      _ = try await listener.next()
      try await listener.stop()
    }
    pushing.cancel()
    try await pushing.outcome("the end of the pushing")

    #expect(try await permanent.next() == .live)
  }

  private func makeEvents(
    _ transport: (any CloudTransport)? = nil, clock: (any WallClock)? = nil
  ) -> LiveEvents {
    LiveEvents(
      client: CloudClient(transport: transport ?? cloud), session: .johnny,
      services: SystemServices(
        wallClock: clock ?? self.clock, randomBytes: SeededRandomBytes()))
  }
}

/// A task that listens, and keeps the scope.
private final class Listener: Sendable {
  private let events: LiveEvents
  private let updates: AsyncStream<LiveUpdate>
  private let task: Task<Void, Never>

  init(_ events: LiveEvents) {
    let (updates, continuation) = AsyncStream<LiveUpdate>.makeStream()
    (self.events, self.updates) = (events, updates)
    let source = events.listen().updates
    task = Task {
      for await update in source { continuation.yield(update) }
      continuation.finish()
    }
  }

  deinit { task.cancel() }

  /// Returns the next update; `nil` at the end.
  func next() async throws -> LiveUpdate? { try await updates.next() }

  func next(_ count: Int) async throws -> [LiveUpdate?] {
    var next: [LiveUpdate?] = []
    for _ in 0..<count { next.append(try await self.next()) }
    return next
  }

  /// Returns once the listener is gone.
  func stop() async throws {
    task.cancel()
    try await task.outcome("the end of a listener")
  }
}

/// A clock on which no time passes and every wait is over at once.
private final class RecordingWallClock: WallClock {
  let (waits, wait) = AsyncStream<Duration>.makeStream()
  private let durations = Mutex<[Duration]>([])

  let now = Date(timeIntervalSince1970: 0)
  var count: Int { durations.withLock(\.count) }

  func sleep(for duration: Duration) async throws {
    durations.withLock { $0.append(duration) }
    wait.yield(duration)
  }
}

/// A cloud whose streams go on after their end.
private final class LingeringCloudTransport: CloudTransport {
  private let (streams, stream) = AsyncStream.makeStream(of: EventReceiver.self)
  private let inner = StreamingCloudTransport()

  func next() async throws -> EventReceiver? { try await streams.next("a stream") }

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    if let receive { stream.yield(receive) }
    return try await inner.send(request, receive: receive)
  }
}
