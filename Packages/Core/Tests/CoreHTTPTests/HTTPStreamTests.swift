import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import CoreHTTP

struct HTTPStreamTests {
  private static let head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
    + "Transfer-Encoding: chunked\r\nX-Request-Id: abc\r\n\r\n"
  private let request = CloudRequest(
    method: .get, path: ["events"], token: Secret("johnnys-token"), lastEventID: "7")
  private let events: AsyncStream<ServerSentEvent>
  private let event: AsyncStream<ServerSentEvent>.Continuation

  init() { (events, event) = AsyncStream.makeStream() }

  @Test func `Each event is received as it comes, until the stream ends`() async throws {
    let server = try LoopbackServer([.answer(Self.head + Self.chunk("data: 1\n\ndata: 2"))])
    let streaming = Task { try await stream(from: server) }

    #expect(try await next() == "1")
    server.send(Self.chunk("\n\n"))
    #expect(try await next() == "2")
    server.send(Self.chunk(""))

    let response = try await streaming.outcome("the end of the stream")
    #expect(response == CloudResponse(status: 200, body: Data(), requestID: "abc"))
    #expect(server.requests.count == 1)
  }

  @Test func `A stream is asked for after the last event`() async throws {
    let server = try LoopbackServer([.answer(Self.head + Self.chunk(""))])

    _ = try await stream(from: server)

    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /events HTTP/1.1\r\n"))
    #expect(request.contains("\r\nAccept: text/event-stream\r\n"))
    #expect(request.contains("\r\nLast-Event-ID: 7\r\n"))
    #expect(request.contains("\r\nAuthorization: Bearer johnnys-token\r\n"))
  }

  @Test func `A request for no event in particular says nothing about one`() async throws {
    let server = try LoopbackServer([.answer(Self.head + Self.chunk(""))])

    _ = try await HTTPTransport.to(server).send(
      CloudRequest(method: .get, path: ["events"])
    ) { _ in }

    #expect(server.requests.first?.lowercased().contains("last-event-id") == false)
  }

  /// Silence and an answer that is no stream end after 30 seconds each.
  private func settings() throws -> HTTPTransport.Settings {
    HTTPTransport.Settings(address: try CloudAddress(parsing: "http://127.0.0.1"))
  }

  @Test func `A stream that says next to nothing is not silent`() throws {
    let reception = CurlReception(
      try settings(), cancellation: Cancellation()
    ) { _ in true }
    let start = ContinuousClock.now
    #expect(reception.isSilent(at: start + .seconds(31)))

    // As the progress of a transfer is asked for, so that its pointer is one to a reception.
    let pointer = Unmanaged.passUnretained(reception).toOpaque()
    withExtendedLifetime(reception) {
      var beat: [CChar] = [58, 10, 10]
      #expect(CurlReception.receiveBody(&beat, 1, 3, pointer) == 3)
    }
    #expect(!reception.isSilent(at: start + .seconds(30)))
    #expect(reception.isSilent(at: .now + .seconds(30)))
  }

  @Test func `Each attempt shows whether the cloud answers`() async throws {
    var settings = try settings()
    (settings.attempts, settings.answers) = (1, AnswerNotes())
    let notes = try #require(settings.answers).listen()
    let outcomes: [HTTPOutcome] = [
      .unanswered(reason: "silence"), .reply(HTTPReply(status: 502)),
      .unreachable(reason: "no route", isPermanent: false), .reply(HTTPReply(status: 404)),
      .reply(HTTPReply(status: 200, body: Data("data: 1\n\n".utf8))),
    ]
    let transport = HTTPTransport(
      settings: settings, exchanger: ScriptedExchanger(outcomes), wallClock: ManualWallClock(),
      randomBytes: SeededRandomBytes())
    for _ in 1...4 {
      _ = try? await transport.send(CloudRequest(method: .get, path: ["profile"]))
    }
    _ = try await transport.send(request) { _ in }

    var noted: [Bool?] = []
    for _ in 1...6 { noted.append(try await notes.next("a note")) }
    #expect(noted == [false, false, false, true, true, true])
  }

  @Test(
    arguments: [
      (.reply(HTTPReply(status: 200)), 0.02, 4), (.reply(HTTPReply(status: 200)), 1, 8),
      (.reply(HTTPReply(status: 200)), 9, 30), (.unanswered(reason: "silence"), 6, 12),
      (.unreachable(reason: "refused", isPermanent: false), 0.1, nil),
    ] as [(HTTPOutcome, Double, Double?)])
  func `A slow cloud is waited for longer each time`(
    outcome: HTTPOutcome, seconds: Double, patience: Double?
  ) throws {
    var settings = try settings()
    settings.longestSilence = .seconds(6)
    #expect(settings.patience(after: outcome, in: .seconds(seconds)) == nil)

    settings.answers = AnswerNotes()

    let wanted = patience.map { Duration.seconds($0) }
    #expect(settings.patience(after: outcome, in: .seconds(seconds)) == wanted)
  }

  @Test func `The bytes of half an event are no answer`() throws {
    var settings = try settings()
    settings.longestSilence = .zero
    let reception = CurlReception(settings, cancellation: Cancellation()) { _ in true }
    let pointer = Unmanaged.passUnretained(reception).toOpaque()
    var last = ContinuousClock.now
    withExtendedLifetime(reception) {
      var line = Array("Content-Type: text/event-stream\r\n".utf8CString.dropLast())
      let length = line.count
      #expect(CurlReception.receiveHeader(&line, 1, length, pointer) == length)
      last = .now
      var half = Array("data: {".utf8CString.dropLast())
      #expect(CurlReception.receiveBody(&half, 1, 7, pointer) == 7)
    }
    #expect(reception.isSilent(at: last))
  }

  @Test(arguments: [("application/json", true), ("text/event-stream", false)])
  func `Only an answer that is no stream has a time limit`(type: String, isLimited: Bool) throws {
    var settings = try settings()
    settings.longestSilence = .seconds(3600)
    let reception = CurlReception(
      settings, cancellation: Cancellation()
    ) { _ in true }

    let pointer = Unmanaged.passUnretained(reception).toOpaque()
    withExtendedLifetime(reception) {
      var line = Array("Content-Type: \(type)\r\n".utf8CString.dropLast())
      let length = line.count
      #expect(CurlReception.receiveHeader(&line, 1, length, pointer) == length)
    }
    #expect(!reception.isOverdue())
    #expect(reception.isOverdue(at: .now + .seconds(30)) == isLimited)
  }

  @Test func `A silent stream is cut`() async throws {
    let server = try LoopbackServer([.answer(Self.head)])
    var settings = HTTPTransport.Settings(
      address: try CloudAddress(parsing: "http://127.0.0.1:\(server.port)"))
    settings.longestSilence = .zero
    settings.attempts = 1
    let transport = HTTPTransport(
      settings: settings, wallClock: ManualWallClock(), randomBytes: SeededRandomBytes())

    await #expect(throws: CloudTransportError.self) {
      try await transport.send(request) { _ in }
    }
  }

  @Test(arguments: ["application/json", "text/html"])
  func `An answer that is no stream comes as a whole`(type: String) async throws {
    let server = try LoopbackServer([
      .answer(
        "HTTP/1.1 503 Later\r\nContent-Type: \(type)\r\nRetry-After: 7\r\n"
          + "Content-Length: 10\r\n\r\ndata: 1\n\nx")
    ])

    let response = try await stream(from: server)

    #expect(response.status == 503)
    #expect(response.body == Data("data: 1\n\nx".utf8))
    #expect(response.retryAfterSeconds == 7)
    #expect(try await receivedNothing())
  }

  @Test func `A cancelled stream ends`() async throws {
    let server = try LoopbackServer([.answer(Self.head + Self.chunk("data: 1\n\n"))])
    let streaming = Task { try await stream(from: server) }
    #expect(try await next() == "1")

    streaming.cancel()

    let error = await #expect(throws: CloudTransportError.self) {
      try await streaming.outcome("the end of the stream")
    }
    #expect(error == .unreachable(reason: "the request was cancelled"))
  }

  @Test func `A stream that is cut is an error after its events`() async throws {
    let server = try LoopbackServer([.last(Self.head + Self.chunk("data: 1\n\ndata: 2"))])

    let error = await #expect(throws: CloudTransportError.self) { try await stream(from: server) }

    #expect(
      error
        == .unanswered(reason: "the connection to http://127.0.0.1:\(server.port) was cut"))
    #expect(try await next() == "1")
    #expect(try await receivedNothing())
  }

  @Test func `An event without an end is not taken`() async throws {
    let text = "data: 1\n\ndata: "
    let endless = String(repeating: " ", count: ServerSentEventParser.longestEvent)
    let server = try LoopbackServer([.answer(Self.head + Self.chunk(text + endless))])

    let error = await #expect(throws: CloudTransportError.self) { try await stream(from: server) }

    guard case .unintelligible = error else {
      Issue.record("unexpected: \(String(describing: error))")
      return
    }
    #expect(try await next() == "1")
    #expect(try await receivedNothing())
  }

  private func stream(
    from server: LoopbackServer
  ) async throws(CloudTransportError) -> CloudResponse {
    let transport: HTTPTransport
    do { transport = try HTTPTransport.to(server) } catch {
      throw .unintelligible(reason: "\(error)")
    }
    // A test that waits for an event then learns why none comes.
    defer { event.finish() }
    return try await transport.send(request) { [event] in event.yield($0) }
  }

  /// Returns the data of the next event.
  private func next() async throws -> String? {
    try await events.next("an event").map { String(decoding: $0.data, as: UTF8.self) }
  }

  /// Returns whether no event is left after the end of a stream.
  private func receivedNothing() async throws -> Bool { try await next() == nil }

  /// A piece of a body. Source: RFC 9112, section 7.1.
  private static func chunk(_ text: String) -> String {
    "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
  }
}
