import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

struct AnswerAtOnceTests {
  private let cloud = TestCloud()

  /// A ride's answer on the calling thread, `nil` where a worker has to find it.
  private func answer(_ path: [String], _ session: UserSession) throws -> Int? {
    let router = CloudContainer(dependencies: cloud).makeRouter()
    let request = CloudRequest(method: .get, path: path, token: session.remoteSession.token)
    guard case .endpoint(let endpoint, let values) = router.table.match(.get, path) else {
      return nil
    }
    return try router.answerAtOnce(request, at: endpoint, values: values)?.result.get().status
  }

  @Test func `What is read by its key is answered at once`() async throws {
    let client = cloud.makeClient()
    let (ann, bob) = (try await client.signUp("Ann"), try await client.signUp("Bob"))
    let ride = try await client.requestRide(session: ann)

    #expect(try answer(["rides", ride.id.rawValue], ann) == 200)
    #expect(try answer(["rides", "current"], ann) == 200)
    #expect(try answer(["profile"], ann) == 200)
    #expect(try answer(["rides", ride.id.rawValue], bob) == 404)
    #expect(try answer(["rides"], ann) == nil)
  }

  @Test func `A worker answers while another caller has the connection`() async throws {
    let ann = try await cloud.makeClient().signUp("Ann")
    let store = try #require(cloud.database.store as? SQLStore)

    let status = try store.database.read { (_) throws(StoreError) in
      Result { try answer(["profile"], ann) }
    }

    #expect(try status.get() == nil)
  }

  @Test func `A worker extends a session`() async throws {
    let client = cloud.makeClient()
    let ann = try await client.signUp("Ann")
    cloud.manualClock.advance(by: .seconds(2 * 24 * 3600))

    let first = try answer(["profile"], ann)
    _ = try await client.call(CloudAPI.profile, session: ann)

    #expect(first == nil)
    #expect(try answer(["profile"], ann) == 200)
  }
}
