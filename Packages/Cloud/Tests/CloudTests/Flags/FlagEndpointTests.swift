import Basics
import CloudRoutes
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct FlagEndpointTests {
  private let folder: TemporaryFolder
  private let reports = Reports()
  private let cloud: FlaggedCloud
  private let router: CloudRouter

  init() throws {
    folder = try TemporaryFolder()
    let reports = reports
    cloud = FlaggedCloud(
      flags: FlagFile(path: "\(folder.path)/flags.json", reserved: ["route-model"]) {
        reports.add($0)
      })
    router = CloudContainer(dependencies: cloud).makeRouter()
  }

  private static let surge = """
    {"flags":{"surge":{"state":"ENABLED","variants":{"on":true,"off":false},\
    "defaultVariant":"off"}}}
    """

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/flags.json"))
  }

  private func get(_ condition: RequestCondition? = nil) async throws -> CloudResponse {
    try await router.respond(
      to: CloudRequest(method: .get, path: ["flags"], condition: condition))
  }

  private func put(
    _ text: String, _ condition: RequestCondition?, token: Secret? = nil,
    query: [String: String] = [:]
  ) async throws -> CloudResponse {
    try await router.respond(
      to: CloudRequest(
        method: .put, path: ["flags"], query: query, token: token, condition: condition,
        body: Data(text.utf8)))
  }

  private func makeToken() async throws -> Secret {
    try await CloudContainer(dependencies: cloud).makeAdminTokenKeeper()
      .create(name: "ada", lifetime: 100).secret
  }

  @Test func `Without a file there are no flags`() async throws {
    let response = try await get()

    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"flags":{}}"#)
  }

  @Test func `Who has the newest definitions does not get them again`() async throws {
    try write(Self.surge)
    let first = try await get()
    let tag = try #require(first.entityTag)

    #expect(FlagDefinitions.keys(in: first.body) == ["surge"])
    for header in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let same = try await get(.noneMatch(header))
      #expect(same.status == 304)
      #expect(same.body.isEmpty)
      #expect(same.entityTag == tag)
    }
    #expect(try await get(.noneMatch("\"other\"")).status == 200)
  }

  @Test func `A file that has changed is served at once, under another tag`() async throws {
    try write(Self.surge)
    let tag = try #require(try await get().entityTag)

    try write(Self.surge.replacing("surge", with: "night-fare"))

    let next = try await get(.noneMatch(tag))
    #expect(next.status == 200)
    #expect(next.entityTag != tag)
    #expect(FlagDefinitions.keys(in: next.body) == ["night-fare"])
  }

  @Test func `A bad file is reported once, and the last good one stays`() async throws {
    try write(Self.surge)
    let good = try await get()

    try write("{\"flags\": [")
    let next = try await get()
    _ = try await get()

    #expect(next == good)
    #expect(reports.all.count == 1)
  }

  @Test func `The form of the file does not change its tag`() async throws {
    try write(Self.surge)
    let tag = try await get().entityTag

    try write(Self.surge.replacing(",", with: " ,\n "))

    #expect(try await get().entityTag == tag)
  }

  @Test func `An administrator replaces the definitions that were read`() async throws {
    let token = try await makeToken()
    let tag = try #require(try await get().entityTag)

    let done = try await put(Self.surge, .match(tag), token: token)

    #expect(done.status == 200)
    let now = try await get()
    #expect(now.entityTag == done.entityTag)
    #expect(FlagDefinitions.keys(in: now.body) == ["surge"])
    let file = try FlagDefinitions(file: "\(folder.path)/flags.json")
    #expect(file.keys == ["surge"])
    let audit = CloudContainer(dependencies: cloud).makeAuditLog()
    let event = try await audit.events(since: nil, limit: 1).first
    #expect(event?.action == .flagsReplacement)
    #expect(event?.adminToken == "ada")
  }

  @Test(arguments: ["\u{202E}", "\u{2028}", "\u{2029}", "\u{AD}", "\u{E0041}", "\u{9B}", "\n"])
  func `A message is one line of visible characters`(hidden: String) async throws {
    let token = try await makeToken()
    let tag = try #require(try await get().entityTag)

    let refused = try await put(
      Self.surge, .match(tag), token: token, query: ["message": "Try\(hidden) it"])
    let done = try await put(
      Self.surge, .match(tag), token: token, query: ["message": "Try it 👩‍👩‍👧"])

    #expect(refused.status == 422)
    #expect(done.status == 200)
  }

  @Test func `Definitions that were changed meanwhile are not lost`() async throws {
    let token = try await makeToken()
    let tag = try #require(try await get().entityTag)
    try write(Self.surge)

    let late = try await put(#"{"flags":{}}"#, .match(tag), token: token)

    #expect(late.status == 412)
    #expect(FlagDefinitions.keys(in: try await get().body) == ["surge"])
    #expect(try await put(Self.surge, nil, token: token).status == 428)
    #expect(try await put(Self.surge, .noneMatch("*"), token: token).status == 428)
  }

  @Test(arguments: [
    "{}", #"{"flags":[]}"#, #"{"flags":{"a":{}}}"#,
    #"{"flags":{"a":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"off"}}}"#,
  ])
  func `Bad definitions are refused`(text: String) async throws {
    let token = try await makeToken()

    let refused = try await put(text, .match("*"), token: token)

    #expect(refused.status == 422)
    #expect(FlagDefinitions.keys(in: try await get().body) == [])
  }

  @Test func `A flag that the cloud decides itself is refused, in the file and from outside`()
    async throws
  {
    let token = try await makeToken()
    let reserved = Self.surge.replacing("surge", with: "route-model")

    let refused = try await put(reserved, .match("*"), token: token)
    try write(reserved)

    #expect(refused.status == 422)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("route-model"))
    #expect(FlagDefinitions.keys(in: try await get().body) == [])
    #expect(reports.all.count == 1)
  }

  @Test func `Only administrators change flags`() async throws {
    let rider = try await cloud.client.signUp("Ann")

    for token in [nil, Secret("guess"), rider.remoteSession.token] {
      #expect(try await put(Self.surge, .match("*"), token: token).status == 401)
    }
    #expect(FlagDefinitions.keys(in: try await get().body) == [])
  }

  @Test func `A report needs a flag that is defined`() async throws {
    let token = try await makeToken()
    try write(Self.surge)
    let report = { (flag: String) in
      try await router.respond(
        to: CloudRequest(
          method: .get, path: ["experiments", flag], query: ["conversion": "ride_requested"],
          token: token))
    }

    #expect(try await report("unknown").status == 404)
    let response = try await report("surge")
    #expect(response.status == 200)
    let document = try JSONCoding.decode(JSON.Object.self, from: response.body)
    #expect(document["flag"] == "surge")
    #expect(document["conversion"] == "ride_requested")
  }

  @Test func `A client asks only for what it does not have`() async throws {
    try write(Self.surge)
    let first = try await cloud.client.callUnlessSame(
      CloudAPI.flags, parameters: Empty(), entityTag: nil)
    let tag = try #require(first?.entityTag)

    let second = try await cloud.client.callUnlessSame(
      CloudAPI.flags, parameters: Empty(), entityTag: tag)

    #expect(second == nil)
  }
}

/// A cloud in memory that serves flags.
private struct FlaggedCloud: CloudDependencies {
  private let cloud = TestCloud()
  let flags: FlagFile?
  let reservedFlags: Set<String> = ["route-model"]

  init(flags: FlagFile) {
    self.flags = flags
  }

  var database: CloudDatabase { cloud.database }
  var clock: any WallClock { cloud.clock }
  var randomBytes: any RandomBytes { cloud.randomBytes }
  var passwordHashing: PasswordHashingCost { cloud.passwordHashing }
  var routeModel: any RouteModel { cloud.routeModel }
  var workers: WorkerPool { cloud.workers }

  var client: CloudClient {
    let router = CloudContainer(dependencies: self).makeRouter()
    return CloudClient(transport: BoundedCloudTransport(RouterTransport(router: router)))
  }
}

extension FlagDefinitions {
  /// The keys of the flags in a document; `nil` when it is none.
  fileprivate static func keys(in document: Data) -> [String]? {
    (try? FlagDefinitions(parsing: document))?.keys
  }
}

/// Keeps what was wrong with a file.
private final class Reports: Sendable {
  private let errors = Mutex<[FlagFileError]>([])

  var all: [FlagFileError] { errors.withLock { $0 } }

  func add(_ error: FlagFileError) { errors.withLock { $0.append(error) } }
}
