import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import CoreHTTP

struct RetryTests {
  static let cut = HTTPOutcome.unanswered(reason: "the connection was cut")
  static let fine = HTTPOutcome.reply(HTTPReply(status: 200, body: Data("{}".utf8)))

  private let clock = ManualWallClock()

  private func transport(_ exchanger: ScriptedExchanger) throws -> HTTPTransport {
    HTTPTransport(
      settings: HTTPTransport.Settings(address: try CloudAddress(parsing: "https://a")),
      exchanger: exchanger, wallClock: clock, randomBytes: SeededRandomBytes())
  }

  @Test(

    arguments: [
      CloudRequest(method: .get, path: ["rides"]),
      CloudRequest(method: .post, path: ["rides"], idempotencyKey: "once", body: Data("{}".utf8)),
    ])
  func `What has one effect is tried again`(request: CloudRequest) async throws {
    let exchanger = ScriptedExchanger([Self.cut, Self.cut, Self.fine])
    let transport = try transport(exchanger)

    let response = Task { try await transport.send(request) }
    for _ in 0..<2 {
      try await clock.waitForSleepers()
      clock.advance(by: .seconds(2))
    }

    #expect(try await response.outcome("the response").status == 200)
    #expect(exchanger.messages.count == 3)
    #expect(Set(exchanger.messages.map { $0.headers["X-Request-Id"] }).count == 1)
  }

  @Test(arguments: [
    CloudRequest(method: .post, path: ["rides"]), CloudRequest(method: .delete, path: ["friends"]),
  ])
  func `What could happen twice is sent once`(request: CloudRequest) async throws {
    let exchanger = ScriptedExchanger([Self.cut, Self.fine])
    let transport = try transport(exchanger)

    await #expect(throws: CloudTransportError.unanswered(reason: "the connection was cut")) {
      try await transport.send(request)
    }

    #expect(exchanger.messages.count == 1)
  }

  @Test(arguments: [
    HTTPOutcome.unreachable(reason: "the certificate is not trusted", isPermanent: true),
    .unintelligible(reason: "too large"), .reply(HTTPReply(status: 404)),
    .reply(HTTPReply(status: 429, headers: ["retry-after": "1"])),
    .reply(HTTPReply(status: 503, headers: ["retry-after": "60"])),
  ])
  func `What would end in the same way is not tried again`(outcome: HTTPOutcome) async throws {
    let exchanger = ScriptedExchanger([outcome, Self.fine])
    let transport = try transport(exchanger)

    _ = try? await transport.send(CloudRequest(method: .get, path: ["rides"]))

    #expect(exchanger.messages.count == 1)
  }

  @Test func `A busy cloud is left alone as long as it asks`() async throws {
    let busy = HTTPOutcome.reply(HTTPReply(status: 503, headers: ["retry-after": "1"]))
    let exchanger = ScriptedExchanger([busy, Self.fine])
    let transport = try transport(exchanger)

    let response = Task { try await transport.send(CloudRequest(method: .get, path: ["rides"])) }
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(999))
    #expect(exchanger.messages.count == 1)
    clock.advance(by: .milliseconds(101))

    #expect(try await response.outcome("the response").status == 200)
  }

  @Test func `After the last attempt the reason is reported`() async throws {
    let exchanger = ScriptedExchanger(Array(repeating: Self.cut, count: 10))
    let transport = try transport(exchanger)

    let task = Task { try await transport.send(CloudRequest(method: .get, path: ["rides"])) }
    for _ in 0..<3 {
      try await clock.waitForSleepers()
      clock.advance(by: .seconds(2))
    }

    await #expect(throws: CloudTransportError.unanswered(reason: "the connection was cut")) {
      try await task.outcome("the end of the request")
    }
    #expect(exchanger.messages.count == 4)
  }

  @Test func `Attempts that have waited in vain do not add up`() async throws {
    let exchanger = ScriptedExchanger([Self.cut, Self.cut, Self.fine])
    let transport = try transport(exchanger)

    let task = Task { try await transport.send(CloudRequest(method: .get, path: ["rides"])) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(10))

    await #expect(throws: CloudTransportError.unanswered(reason: "the connection was cut")) {
      try await task.outcome("the end of the request")
    }
    #expect(exchanger.messages.count == 2)
  }

  @Test func `Who gives up while waiting sends nothing more`() async throws {
    let exchanger = ScriptedExchanger([Self.cut, Self.fine])
    let transport = try transport(exchanger)

    let task = Task { try await transport.send(CloudRequest(method: .get, path: ["rides"])) }
    try await clock.waitForSleepers()
    task.cancel()

    await #expect(throws: CloudTransportError.unreachable(reason: "the request was cancelled")) {
      try await task.outcome("the end of the request")
    }
    #expect(exchanger.messages.count == 1)
  }
}
