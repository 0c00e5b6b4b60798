import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import TerminalTesting
import Testing

@testable import koober

struct SessionEndTransportTests {
  /// Knows no session; the request that ends one waits at a gate, and has the status of the test.
  private struct EndedCloud: RequestTransport {
    let gate: Gate
    let status: Int

    func send(_ request: CloudRequest) async -> CloudResponse {
      guard request.method == .get else {
        await gate.pass()
        return CloudResponse(status: status, body: Data("{}".utf8))
      }
      let refusal = ErrorResponse(.notSignedIn, message: "You are not signed in.")
      return CloudResponse(
        status: refusal.error.code.status, body: (try? JSONCoding.encode(refusal)) ?? Data())
    }
  }

  private final class Ends: Sendable {
    let count = Mutex(0)
  }

  private let token = Secret("token")
  private let ends = Ends()
  private let gate = Gate()

  private func makeTransports(
    status: Int = 200
  ) -> (rider: SessionEndTransport, account: SessionEndTransport) {
    let (cloud, endings) = (EndedCloud(gate: gate, status: status), SessionEndings())
    return (
      SessionEndTransport(transport: cloud, ownEndings: endings) { [ends] in
        ends.count.withLock { $0 += 1 }
      }, SessionEndTransport(transport: cloud, ownEndings: endings)
    )
  }

  private func ask(_ transport: SessionEndTransport) async throws -> Int {
    _ = try await transport.send(CloudRequest(method: .get, path: ["profile"], token: token))
    return ends.count.withLock { $0 }
  }

  @Test func `A session that the cloud has ended is told`() async throws {
    #expect(try await ask(makeTransports().rider) == 1)
  }

  @Test(arguments: [
    (HTTPMethod.delete, ["sessions", "current"]), (.delete, ["sessions"]),
    (.post, ["account", "deletion"]),
  ])
  func `What is refused while the rider ends the session is no news`(
    method: HTTPMethod, path: [String]
  ) async throws {
    let (rider, account) = makeTransports()
    let ending = Task {
      try await account.send(CloudRequest(method: method, path: path, token: token))
    }
    try await gate.waitForArrival()

    #expect(try await ask(rider) == 0)
    await gate.open()
    #expect(try await ending.outcome().status == 200)
    #expect(try await ask(rider) == 0)
  }

  @Test func `After an end that failed, the cloud's own end is told`() async throws {
    let (rider, account) = makeTransports(status: 503)
    await gate.open()
    _ = try await account.send(
      CloudRequest(method: .delete, path: ["sessions", "current"], token: token))

    #expect(try await ask(rider) == 1)
  }

  @Test func `Another session of the rider's is none of those`() async throws {
    let (rider, account) = makeTransports()
    await gate.open()
    _ = try await account.send(
      CloudRequest(method: .delete, path: ["sessions", "current"], token: Secret("another")))

    #expect(try await ask(rider) == 1)
  }
}
