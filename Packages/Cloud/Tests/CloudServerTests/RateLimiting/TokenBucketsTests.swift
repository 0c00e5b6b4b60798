import Core
import CoreTesting
import Testing

@testable import CloudServer

struct TokenBucketsTests {
  private let clock = ManualWallClock()

  @Test func `Some may come at once, then one after the other`() {
    let limiter = TokenBuckets(limit: RateLimit(burst: 3, perMinute: 6), clock: clock)

    #expect((0..<3).map { _ in limiter.take("a") } == [nil, nil, nil])
    #expect(limiter.take("a") == 10)
    #expect(limiter.take("b") == nil)
    clock.advance(by: .seconds(9))
    #expect(limiter.take("a") == 1)
    clock.advance(by: .seconds(1))
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == 10)
  }

  @Test func `Who has been refused is not punished for trying`() {
    let limiter = TokenBuckets(limit: RateLimit(burst: 1, perMinute: 60), clock: clock)

    _ = limiter.take("a")
    for _ in 0..<100 { _ = limiter.take("a") }
    clock.advance(by: .seconds(1))

    #expect(limiter.take("a") == nil)
  }

  @Test func `A bucket is never fuller than full`() {
    let limiter = TokenBuckets(limit: RateLimit(burst: 2, perMinute: 60), clock: clock)

    clock.advance(by: .seconds(1000))

    #expect((0..<3).map { _ in limiter.take("a") } == [nil, nil, 1])
  }

  @Test func `Clients that have not come for long are forgotten`() {
    let limiter = TokenBuckets(limit: RateLimit(burst: 1, perMinute: 60), clock: clock)

    for client in 0..<1000 { _ = limiter.take("\(client)") }
    #expect(limiter.clientCount == 1000)
    clock.advance(by: .seconds(10))
    _ = limiter.take("a")

    #expect(limiter.clientCount == 1)
  }
}
