import Basics
import BasicsTesting
import CloudDomain
import Core
import CoreTesting
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct CloudRouterTests {
  private let cloud = TestCloud()
  private var router: CloudRouter { CloudContainer(dependencies: cloud).makeRouter() }

  private func refusal(
    _ request: CloudRequest
  ) async throws -> (status: Int, detail: ErrorResponse.Detail) {
    let response = try await router.respond(to: request)
    let document = try JSONCoding.decode(ErrorResponse.self, from: response.body)
    return (response.status, document.error)
  }

  @Test(arguments: [
    (HTTPMethod.get, "nothing", ErrorResponse.Code.noSuchEndpoint, 404),
    (.get, "", .noSuchEndpoint, 404), (.get, "rides/current/x", .noSuchEndpoint, 404),
    (.delete, "rides/current", .methodNotAllowed, 405), (.get, "accounts", .methodNotAllowed, 405),
    (.post, "rides/a", .methodNotAllowed, 405), (.get, "profile", .notSignedIn, 401),
    (.get, "rides/current", .notSignedIn, 401), (.post, "sessions", .invalidRequest, 400),
    (.get, "places", .invalidField, 422),
  ])
  func `A request that leads nowhere gets an error`(
    method: HTTPMethod, path: String, code: ErrorResponse.Code, status: Int
  ) async throws {
    let segments = path.split(separator: "/").map(String.init)

    let answer = try await refusal(CloudRequest(method: method, path: segments))

    #expect(answer.detail.code == code)
    #expect(answer.status == status)
  }

  @Test func `A method that is not possible is answered with each that is, once`() async throws {
    let path = ["rides", "current"]

    #expect(
      try await refusal(CloudRequest(method: .delete, path: path)).detail.hint == "Use GET.")
  }

  @Test(
    arguments: [
      ("{", "invalidRequest", nil), ("[]", "invalidRequest", nil), ("{}", "invalidField", "email"),
      (#"{"email":1,"password":"x"}"#, "invalidField", "email"),
      (#"{"email":null,"password":"x"}"#, "invalidField", "email"),
      (#"{"email":"a@b.c"}"#, "invalidField", "password"), ("\u{FEFF}", "invalidRequest", nil),
      (String(repeating: "[", count: 60_000), "invalidRequest", nil),
      (#"{"email":"\ud800","password":"x"}"#, "invalidRequest", nil),
    ] as [(String, String, String?)])
  func `A body that cannot be read is refused, and the field is named`(
    body: String, code: String, field: String?
  ) async throws {
    let answer = try await refusal(
      CloudRequest(method: .post, path: ["sessions"], body: Data(body.utf8)))

    #expect(answer.detail.code.rawValue == code)
    #expect(answer.detail.field == field)
  }

  @Test(arguments: [1, 255, 256, 257, 511, 512, 513, 514], ["[", "{\"a\":"])
  func `A body of open brackets is refused, whatever their number`(
    count: Int, bracket: String
  ) async throws {
    for end in ["", "["] {
      let body = String(repeating: bracket, count: count) + end
      let answer = try await refusal(
        CloudRequest(method: .post, path: ["sessions"], body: Data(body.utf8)))

      #expect(answer.status == 400)
      #expect(answer.detail.code == .invalidRequest)
    }
  }

  @Test(arguments: [("inbox/read", "posts", 1000), ("experiment-events", "events", 200)])
  func `A list that is longer than its bound is refused, and both are named`(
    path: String, field: String, bound: Int
  ) async throws {
    let session = try await cloud.makeClient().signUp("Ann")
    func post(_ count: Int) async throws -> CloudResponse {
      let event = #"{"id":"e","subject":"s","milliseconds":0,"kind":"conversion","name":"n"}"#
      let list = Array(repeating: path == "inbox/read" ? #""p""# : event, count: count)
      return try await router.respond(
        to: CloudRequest(
          method: .post, path: path.split(separator: "/").map(String.init),
          token: session.remoteSession.token,
          body: Data(#"{"\#(field)":[\#(list.joined(separator: ","))]}"#.utf8)))
    }

    let refused = try await post(bound + 1)

    let error = try JSONCoding.decode(ErrorResponse.self, from: refused.body).error
    #expect(refused.status == 400)
    #expect(error.field == field)
    #expect(error.message.contains("\(bound)"))
    #expect(try await post(bound).status == 200)
  }

  @Test func `A body that is no text is refused`() async throws {
    let answer = try await refusal(
      CloudRequest(method: .post, path: ["sessions"], body: Data([0xFF, 0xFE, 0, 1])))

    #expect(answer.detail.code == .invalidRequest)
  }

  @Test func `A body of 64 KiB is read, a larger one is not`() async throws {
    let largest = Data(repeating: UInt8(ascii: " "), count: CloudRouter.largestBody)

    let read = try await refusal(
      CloudRequest(method: .post, path: ["sessions"], body: largest))
    let tooLarge = try await refusal(
      CloudRequest(method: .post, path: ["sessions"], body: largest + [0]))

    #expect(read.detail.code == .invalidRequest)
    #expect(tooLarge.detail.code == .tooLarge)
    #expect(tooLarge.status == 413)
  }

  @Test(arguments: [
    (["query": "opera"], "limit"), (["limit": "5", "ranking": "match"], "query"),
    (["query": "opera", "limit": "five", "ranking": "match"], "limit"),
    (["query": "opera", "limit": "0", "ranking": "match"], "limit"),
    (["query": "opera", "limit": "101", "ranking": "match"], "limit"),
    (["query": "opera", "limit": "5", "ranking": "best"], "ranking"),
    (["query": "opera", "limit": "5", "ranking": "match", "latitude": "1"], "longitude"),
    (["query": "opera", "limit": "5", "ranking": "match", "longitude": "1"], "latitude"),
    (
      ["query": "opera", "limit": "5", "ranking": "match", "latitude": "91", "longitude": "1"],
      "latitude"
    ),
    (
      ["query": "opera", "limit": "5", "ranking": "match", "latitude": "nan", "longitude": "1"],
      "latitude"
    ),
    (["query": String(repeating: "a", count: 201), "limit": "5", "ranking": "match"], "query"),
    (["query": String(repeating: "a", count: 10_000), "limit": "5", "ranking": "match"], "query"),
  ])
  func `A wrong parameter is named`(query: [String: String], field: String) async throws {
    let answer = try await refusal(CloudRequest(method: .get, path: ["places"], query: query))

    #expect(answer.detail.code == .invalidField)
    #expect(answer.detail.field == field)
    #expect(answer.status == 422)
  }

  @Test func `An empty search finds nothing`() async throws {
    let client = cloud.makeClient()

    for query in ["", "  ", "!?", "\"*"] {
      let search = PlaceSearch(query: query, near: .operaHouse, limit: 10)
      #expect(try await client.call(CloudAPI.searchPlaces, parameters: search).places == [])
    }
  }

  @Test(arguments: ["", "a b", "é", String(repeating: "k", count: 65), "a\n"])
  func `An idempotency key is up to 64 visible characters`(key: String) async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")

    let detail = await expectRefusal(.invalidField) {
      try await client.requestRide(session: session, key: key)
    }

    #expect(detail?.field == "idempotencyKey")
  }

  @Test(
    arguments: [
      (#"{"latitude":91,"longitude":0}"#, valid, "latitude"),
      (valid, #"{"latitude":0,"longitude":-181}"#, "longitude"),
      (valid, #"{"longitude":0}"#, "dropoff.latitude"),
      (valid, #"{"latitude":"1","longitude":0}"#, "dropoff.latitude"),
      (#"{"latitude":1,"longitude":0,"name":"a\u0007"}"#, valid, "pickup.name"),
      (valid, valid, "dropoff"), (#"{"latitude":1e999,"longitude":0}"#, valid, nil),
    ] as [(String, String, String?)])
  func `A wrong field of a ride is named`(
    pickup: String, dropoff: String, field: String?
  ) async throws {
    let session = try await cloud.makeClient().signUp("Johnny")
    let body = #"{"pickup":\#(pickup),"dropoff":\#(dropoff),"option":"wallabee"}"#

    let answer = try await refusal(
      CloudRequest(
        method: .post, path: ["rides"], token: session.remoteSession.token, body: Data(body.utf8)))

    #expect(answer.detail.field == field)
    #expect((answer.detail.code == .invalidField) == (field != nil))
  }

  private static let valid = #"{"latitude":-33.86,"longitude":151.2}"#

  @Test func `An unknown kind of ride is refused`() async throws {
    let session = try await cloud.makeClient().signUp("Johnny")
    let body = #"{"pickup":\#(Self.valid),"dropoff":\#(Self.valid),"option":"taxi"}"#

    let answer = try await refusal(
      CloudRequest(
        method: .post, path: ["rides"], token: session.remoteSession.token, body: Data(body.utf8)))

    #expect(answer.detail.field == "option")
  }

  @Test func `A literal segment wins over a parameter`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let ride = try await client.requestRide(session: session)

    let response = try await router.respond(
      to: CloudRequest(
        method: .get, path: ["rides", "current"], token: session.remoteSession.token))

    #expect(try JSONCoding.decode(Ride.self, from: response.body) == ride)
  }

  @Test func `An unknown token is refused`() async throws {
    for token in ["", "x", String(repeating: "x", count: 100_000), "a\u{0}b"] {
      let answer = try await refusal(
        CloudRequest(method: .get, path: ["profile"], token: Secret(token)))
      #expect(answer.detail.code == .notSignedIn)
    }
  }

  @Test func `A file that cannot be opened is thrown as what it is`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("This is no database, whatever its name says. ", to: "x.sqlite")
    let cloud = TestCloud(database: .sqlite(path: path))

    let failure = await #expect(throws: FileError.self) {
      _ = try await CloudContainer(dependencies: cloud).makeRouter().respond(
        to: CloudRequest(method: .get, path: ["profile"], token: Secret("x")))
    }

    #expect(failure?.kind == .corrupt)
    #expect(failure?.path == path)
  }

  @Test func `Nothing is opened before the first request that needs it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud/x.sqlite")
    let cloud = TestCloud(database: .sqlite(path: path))
    let router = CloudContainer(dependencies: cloud).makeRouter()

    _ = try await router.respond(to: CloudRequest(method: .get, path: ["profile"]))

    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try await cloud.makeClient().signUp("Johnny")
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `Every cost has workers of its own`() {
    let router = router

    let workers = Dictionary(grouping: router.table.endpoints, by: \.declaration.cost).mapValues {
      Set($0.map { ObjectIdentifier(router.workers(for: $0)) })
    }

    #expect(Set(workers.keys) == Set(EndpointCost.allCases))
    #expect(workers.values.allSatisfy { $0.count == 1 })
    #expect(Set(workers.values.joined()).count == EndpointCost.allCases.count)
    #expect(workers[.rows] == [ObjectIdentifier(cloud.workers)])
  }

  @Test func `Callers take turns at the workers, and preferred requests have every other one`()
    async throws
  {
    let router = router
    // The one cost with one worker on any machine.
    let endpoint = try #require(router.table.endpoints.first { $0.declaration.cost == .bulkWrite })
    let gate = DispatchSemaphore(value: 0)
    router.workers(for: endpoint).start(for: 9, refuse: {}) { gate.wait() }
    let (answered, answer) = AsyncStream.makeStream(of: String.self)
    for (name, caller) in [("a1", 1), ("a2", 1), ("b", 2), ("preferred", 3)] {
      var routed = RoutedRequest(
        CloudRequest(method: .post, path: [], body: Data("{".utf8)), at: endpoint, values: [:])
      routed.caller = caller
      if name == "preferred" { routed.standing = .known }
      router.start(routed) { _ in answer.yield(name) }
    }

    gate.signal()
    let order = try await bounded("four answers") {
      await answered.prefix(4).reduce(into: []) { $0.append($1) }
    }

    #expect(order == ["preferred", "a1", "b", "a2"])
  }

  @Test(arguments: [true, false])
  func `A row whose owner is gone ends the session of the one who was deleted, and no other`(
    isDeleted: Bool
  ) async throws {
    let session = try await cloud.makeClient().signUp("Ann")
    let services = CloudServices(cloud)
    var table = RouteTable(
      authorization: Authorization(
        accounts: services.accounts, administrators: services.administrators,
        evaluationToken: nil))
    table.serve(CloudAPI.profile) { call in
      if isDeleted { try services.accounts.store.removeAccount(call.rider, now: .noon) }
      throw StoreError.ownerGone(reason: "there is no such ride")
    }
    let router = CloudRouter(
      table: table, concurrentBatches: 1, workers: WorkerPool(count: 1, waiting: 1))

    let endpoint = try #require(table.endpoints.first)

    let response = await router.response(
      to: RoutedRequest(
        CloudRequest(method: .get, path: ["profile"], token: session.remoteSession.token),
        at: endpoint, values: [:]))

    #expect(try response.result.get().status == (isDeleted ? 401 : 500))
    #expect(response.cause == (isDeleted ? nil : "there is no such ride"))
  }

  @Test func `With too many sign-ins the next one gets a Retry-After, others continue`()
    async throws
  {
    let router = router
    let signIn = try #require(router.table.endpoints.first { $0.declaration.name == "signIn" })
    let release = DispatchSemaphore(value: 0)
    let isFull = Mutex(false)
    var held = 0
    while held < 100_000, !isFull.withLock({ $0 }) {
      held += 1
      router.workers(for: signIn).start(refuse: { isFull.withLock { $0 = true } }) {
        release.wait()
      }
    }
    let body = try JSONCoding.encode(Credentials(email: "a@example.com", password: Secret("x")))

    let refused = try await router.respond(
      to: CloudRequest(method: .post, path: ["sessions"], body: body))
    let other = try await router.respond(to: CloudRequest(method: .get, path: ["profile"]))
    for _ in 0..<held { release.signal() }

    #expect(refused.status == 503)
    #expect(refused.retryAfterSeconds == 1)
    #expect(other.status == 401)
  }
}
