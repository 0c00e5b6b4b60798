import CloudDomain
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

struct FastPathTests {
  private let cloud = TestCloud()

  /// The status of the answer on the fast path; `nil` where a worker has to answer.
  private func answer(_ path: [String], _ session: UserSession) throws -> Int? {
    let router = CloudContainer(dependencies: cloud).makeRouter()
    let request = CloudRequest(method: .get, path: path, token: session.remoteSession.token)
    guard case .endpoint(let endpoint, let values) = router.table.match(.get, path) else {
      return nil
    }
    let routed = RoutedRequest(request, at: endpoint, values: values)
    #expect(router.hasFastPath(routed) == (path != ["rides"]))
    return try router.answerOnFastPath([routed])[0]?.result.get().status
  }

  @Test func `What is read by its key is answered on the fast path`() async throws {
    let client = cloud.makeClient()
    let (ann, bob) = (try await client.signUp("Ann"), try await client.signUp("Bob"))
    let ride = try await client.requestRide(session: ann)

    #expect(try answer(["rides", ride.id.rawValue], ann) == 200)
    #expect(try answer(["rides", "current"], ann) == 200)
    #expect(try answer(["profile"], ann) == 200)
    #expect(try answer(["rides", ride.id.rawValue], bob) == 404)
    #expect(try answer(["rides"], ann) == nil)
  }

  @Test func `Each of many requests gets its own answer`() async throws {
    let client = cloud.makeClient()
    let (ann, bob) = (try await client.signUp("Ann"), try await client.signUp("Bob"))
    let ride = try await client.requestRide(session: ann)
    let router = CloudContainer(dependencies: cloud).makeRouter()
    func routed(_ path: String..., as session: UserSession?) throws -> RoutedRequest {
      guard case .endpoint(let endpoint, let values) = router.table.match(.get, path) else {
        throw APIError.notSignedIn
      }
      return RoutedRequest(
        CloudRequest(method: .get, path: path, token: session?.remoteSession.token), at: endpoint,
        values: values)
    }

    let answers = router.answerOnFastPath([
      try routed("rides", ride.id.rawValue, as: bob), try routed("profile", as: bob),
      try routed("rides", ride.id.rawValue, as: nil), try routed("rides", as: ann),
      try routed("rides", ride.id.rawValue, as: ann), try routed("rides", "current", as: ann),
    ])

    #expect(try answers.map { try $0?.result.get().status } == [404, 200, 401, nil, 200, 200])
    let read = try answers.suffix(2).map { answer in
      try JSONCoding.decode(Ride.self, from: try #require(answer).result.get().body)
    }
    #expect(read == [ride, ride])
  }

  @Test func `A worker answers while another caller has the connection`() async throws {
    let ann = try await cloud.makeClient().signUp("Ann")
    let store = cloud.database.store

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
