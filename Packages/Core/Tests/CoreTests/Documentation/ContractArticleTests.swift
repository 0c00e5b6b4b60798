import Core
import CoreTesting
import Testing

/// The code of the article "One contract, any transport".
struct ContractArticleTests {
  private static let friends = Endpoint<Empty, Empty, FriendList>(
    "friends", .get, "/friends", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the riders whom the rider has added, by name.")

  /// A transport that counts what it passes on.
  private actor CountingTransport: CloudTransport {
    private(set) var count = 0
    private let next: any CloudTransport

    init(_ next: any CloudTransport) {
      self.next = next
    }

    func send(
      _ request: CloudRequest, receive: EventReceiver?
    ) async throws(CloudTransportError) -> CloudResponse {
      count += 1
      return try await next.send(request, receive: receive)
    }
  }

  private struct Dependencies: CoreDependencies {
    let cloudTransport: any CloudTransport
    var cloudObserver: (any CloudObserver)? { nil }
  }

  @Test func `An endpoint is called through whatever transport`() async throws {
    let rosa = Friend(id: Identifier("rosa"), name: "Rosa", email: "rosa@example.org")
    let script = ScriptedCloudTransport([.success(try .document(FriendList(friends: [rosa])))])
    let transport = CountingTransport(script)
    let core = CoreContainer(dependencies: Dependencies(cloudTransport: transport))

    let list = try await core.cloudClient.call(Self.friends, session: .johnny)

    #expect(list.friends == [rosa])
    #expect(await script.requests.map(\.path) == [["friends"]])
    #expect(await transport.count == 1)
  }

  @Test func `A failure says what to do and how the program ends`() async {
    let client = CloudClient(transport: ScriptedCloudTransport([]))

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.friends, session: .johnny)
    }

    #expect(error?.problem.kind == .unreachable)
    #expect(error?.problem.hint == "Check the connection and address, and try again.")
  }
}
