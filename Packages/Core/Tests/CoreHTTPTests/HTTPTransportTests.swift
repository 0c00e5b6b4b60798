import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import CoreHTTP

struct HTTPTransportTests {
  private static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
  private let rides = CloudRequest(method: .get, path: ["rides"])

  @Test func `A request goes out with its path, token, key and body`() async throws {
    let server = try LoopbackServer([.answer(Self.empty)])

    _ = try await HTTPTransport.to(server).send(
      CloudRequest(
        method: .post, path: ["rides"], query: ["a": "b c"], token: Secret("johnnys-token"),
        idempotencyKey: "once", body: Data(#"{"option":"wallabee"}"#.utf8)))

    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /rides?a=b%20c HTTP/1.1\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{\"option\":\"wallabee\"}"))
    for header in [
      "Authorization: Bearer johnnys-token", "Idempotency-Key: once",
      "Content-Type: application/json", "Accept: application/json", "Content-Length: 21",
    ] {
      #expect(request.contains("\r\n\(header)\r\n"))
    }
  }

  @Test(arguments: [
    (RequestCondition.match("\"1\""), "If-Match: \"1\""),
    (.noneMatch("\"1\""), "If-None-Match: \"1\""),
  ])
  func `A condition goes out as a header`(condition: RequestCondition, header: String) async throws
  {
    let server = try LoopbackServer([.answer("HTTP/1.1 304 Not Modified\r\n\r\n")])

    let response = try await HTTPTransport.to(server).send(
      CloudRequest(method: .get, path: ["flags"], condition: condition))

    #expect(response.status == 304)
    #expect(server.requests.first?.contains("\r\n\(header)\r\n") == true)
  }

  @Test func `A post without a body says that it is empty`() async throws {
    let server = try LoopbackServer([.answer(Self.empty)])

    _ = try await HTTPTransport.to(server).send(
      CloudRequest(method: .post, path: ["rides", "1", "cancellation"]))

    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /rides/1/cancellation HTTP/1.1\r\n"))
    #expect(request.contains("\r\nContent-Length: 0\r\n"))
  }

  @Test func `An answer comes with its status, document and headers`() async throws {
    let server = try LoopbackServer([
      .answer(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Slow down\r\nRETRY-AFTER:  7 \r\n"
          + "X-Request-Id: abc\r\nETag: \"1\"\r\nContent-Length: 4\r\n\r\nbody")
    ])

    let response = try await HTTPTransport.to(server).send(rides)

    let expected = CloudResponse(
      status: 429, body: Data("body".utf8), retryAfterSeconds: 7, requestID: "abc",
      entityTag: "\"1\"")
    #expect(response == expected)
  }

  @Test func `One connection serves one request after the other`() async throws {
    let server = try LoopbackServer([.answer(Self.empty), .answer(Self.empty)])
    let transport = try HTTPTransport.to(server)

    _ = try await transport.send(rides)
    _ = try await transport.send(rides)

    #expect(server.requests.count == 2)
    #expect(server.connectionCount == 1)
  }

  @Test func `A redirection is not followed, because the token would go with it`() async throws {
    let other = try LoopbackServer([.answer(Self.empty)])
    let server = try LoopbackServer([
      .answer(
        "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n\r\n"
      )
    ])

    let response = try await HTTPTransport.to(server).send(
      CloudRequest(method: .get, path: ["rides"], token: Secret("johnnys-token")))

    #expect(response.status == 307)
    #expect(other.connectionCount == 0)
  }

  @Test func `An address without a server is an unreachable cloud`() async throws {
    let port = try LoopbackServer([]).port
    let settings = HTTPTransport.Settings(
      address: try CloudAddress(parsing: "http://127.0.0.1:\(port)"))

    let outcome = await CurlExchanger(settings: settings).exchange(
      HTTPMessage(rides, to: settings, id: "1"), receive: nil)

    #expect(
      outcome
        == .unreachable(
          reason: "nothing listens at http://127.0.0.1:\(port)", isPermanent: false))
  }

  @Test(
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Ty",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
    ])
  func `Whether a request arrived on a connection that is cut is unknown`(answer: String)
    async throws
  {
    let server = try LoopbackServer([.last(answer)])
    let transport = try HTTPTransport.to(server)

    let error = await #expect(throws: CloudTransportError.self) { try await transport.send(rides) }

    let reason = "the connection to http://127.0.0.1:\(server.port) was cut"
    #expect(error == .unanswered(reason: reason))
  }

  @Test func `A server that says nothing is given up`() async throws {
    let server = try LoopbackServer([.silence])
    let transport = try HTTPTransport.to(server) { $0.timeout = .milliseconds(50) }

    let error = await #expect(throws: CloudTransportError.self) { try await transport.send(rides) }

    let reason = "no answer came from http://127.0.0.1:\(server.port)"
    #expect(error?.unansweredReason?.hasPrefix(reason) == true)
  }

  @Test func `What could not be sent in time has not arrived`() async throws {
    let server = try LoopbackServer([.silence])
    var settings = HTTPTransport.Settings(
      address: try CloudAddress(parsing: "https://127.0.0.1:\(server.port)"))
    (settings.attempts, settings.connectTimeout) = (1, .milliseconds(50))
    let transport = HTTPTransport(
      settings: settings, wallClock: ManualWallClock(), randomBytes: SeededRandomBytes())

    let error = await #expect(throws: CloudTransportError.self) { try await transport.send(rides) }

    let reason = "no connection to https://127.0.0.1:\(server.port) came about in time"
    #expect(error == .unreachable(reason: reason))
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/9.9 what\r\n\r\n"])
  func `What is no HTTP is unintelligible`(answer: String) async throws {
    let server = try LoopbackServer([.last(answer)])
    let transport = try HTTPTransport.to(server)

    let error = await #expect(throws: CloudTransportError.self) { try await transport.send(rides) }

    #expect(error?.unintelligibleReason != nil)
  }

  @Test func `An answer without end is not taken`() async throws {
    let size = CurlTransfer.largestBody + 1
    let server = try LoopbackServer([
      .last(
        "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"
          + String(repeating: " ", count: size))
    ])
    let transport = try HTTPTransport.to(server)

    let error = await #expect(throws: CloudTransportError.self) { try await transport.send(rides) }

    let reason = "the answer is larger than 16 MiB (request "
    #expect(error?.unintelligibleReason?.hasPrefix(reason) == true)
  }
}

extension CloudTransportError {
  fileprivate var unansweredReason: String? {
    if case .unanswered(let reason) = self { reason } else { nil }
  }

  fileprivate var unintelligibleReason: String? {
    if case .unintelligible(let reason) = self { reason } else { nil }
  }
}
