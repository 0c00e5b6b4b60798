import Basics
import CloudDomain
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

/// Definitions of flags in a database that servers share.
struct PublishedFlagsTests {
  private let cloud = TestCloud()

  private static func definitions(_ key: String) -> [UInt8] {
    Array(
      """
      {"flags": {"\(key)": {"state": "ENABLED", "variants": {"on": true, "off": false},
        "defaultVariant": "off"}}}
      """.utf8)
  }

  private var publisher: FlagPublisher {
    CloudContainer(dependencies: cloud).makeFlagPublisher()
  }

  private func keys(at router: CloudRouter, _ condition: RequestCondition? = nil) async throws
    -> [String]?
  {
    let response = try await router.respond(
      to: CloudRequest(method: .get, path: ["flags"], condition: condition))
    guard response.status == 200 else { return nil }
    return try FlagDefinitions(parsing: response.body).keys
  }

  @Test func `Every server serves a published version within half a second`() async throws {
    let routers = (0..<2).map { _ in CloudContainer(dependencies: cloud).makeRouter() }
    for router in routers { #expect(try await keys(at: router) == []) }
    _ = try await publisher.publish(Self.definitions("surge"), by: "ada", message: "Try it")

    cloud.manualClock.advance(by: .milliseconds(500))

    for router in routers { #expect(try await keys(at: router) == ["surge"]) }
    let tags = try await routers[0].respond(to: CloudRequest(method: .get, path: ["flags"]))
    let tag = try #require(tags.entityTag)
    #expect(try await keys(at: routers[1], .noneMatch(tag)) == nil)
  }

  @Test func `What an operator publishes is in the audit log, each time that something changes`()
    async throws
  {
    for key in ["surge", "surge", "tips"] {
      _ = try await publisher.publish(Self.definitions(key), by: "ada", message: "Try it")
    }
    _ = try await publisher.rollBack(to: 1, by: "bob", message: "Not yet")

    let events = try await CloudContainer(dependencies: cloud).makeAuditLog()
      .events(since: nil, limit: 9)

    #expect(events.map(\.action) == [AuditEvent.Action](repeating: .flagsPublication, count: 3))
    #expect(events.map(\.adminToken) == ["bob", "ada", "ada"])
    #expect(events.allSatisfy { $0.address == nil && $0.caller == nil })
  }

  @Test func `A request during the first look has the definitions, too`() async throws {
    _ = try await publisher.publish(Self.definitions("surge"), by: "ada", message: "Try it")
    let database = InterruptedDatabase(cloud.database.store.database)
    let flags = PublishedFlags(store: SQLStore(database), clock: cloud.manualClock, file: nil)
    let keys = Mutex<[[String]]>([])
    database.interrupt.withLock {
      $0 = { keys.withLock { $0.append((try? flags.definitions.keys) ?? []) } }
    }

    let first = try flags.definitions.keys

    #expect(first == ["surge"])
    #expect(keys.withLock { $0 } == [["surge"]])
  }

  @Test func `A slow look does not bring an older version back`() async throws {
    _ = try await publisher.publish(Self.definitions("old"), by: "ada", message: "One")
    let database = InterruptedDatabase(cloud.database.store.database)
    let store = SQLStore(database)
    let flags = PublishedFlags(store: store, clock: cloud.manualClock, file: nil)
    let second = FlagVersion(
      record: FlagVersion.Record(
        number: 2, publishedAt: cloud.manualClock.now, author: "ada", message: "Two"),
      document: try #require(JSON(parsing: Self.definitions("new")).object))
    database.delay.withLock {
      $0 = {
        #expect((try? store.addFlagVersion(second)) == true)
        #expect((try? flags.definitions.keys) == ["new"])
      }
    }

    _ = try flags.definitions

    #expect(try flags.definitions.keys == ["new"])
  }

  @Test func `A change needs the version that it was made from`() async throws {
    let first = try await publisher.publish(Self.definitions("a"), by: "ada", message: "One")
    #expect(first.version.record.number == 1)
    _ = try await publisher.publish(Self.definitions("b"), basedOn: 1, by: "bob", message: "Two")

    await #expect(throws: AdministrationError.flagsChanged(2)) {
      try await publisher.publish(Self.definitions("c"), basedOn: 1, by: "cy", message: "Late")
    }

    let history = try await publisher.history(limit: 9)
    #expect(history.map(\.author) == ["bob", "ada"])
    #expect(history.map(\.message) == ["Two", "One"])
  }

  @Test func `An earlier version is published again, the same one is not`() async throws {
    _ = try await publisher.publish(Self.definitions("a"), by: "ada", message: "One")
    _ = try await publisher.publish(Self.definitions("b"), by: "ada", message: "Two")

    let third = try await publisher.rollBack(to: 1, by: "bob", message: "Back")
    let same = try await publisher.publish(Self.definitions("a"), by: "bob", message: "Again")

    #expect(third.record.number == 3)
    #expect(third.document == (try await publisher.version(1)).document)
    #expect(!same.isNew)
    #expect(same.version == third)
    await #expect(throws: AdministrationError.noSuchFlagVersion(9)) {
      try await publisher.rollBack(to: 9, by: "bob", message: "Back")
    }
  }

  @Test func `What the lint calls an error is not published, a warning is`() async throws {
    let broken = Array(
      """
      {"flags": {"a": {"state": "ENABLED",
        "variants": {"table": 1},
        "defaultVariant": "tabel"}}}
      """.utf8)
    await #expect(
      throws: AdministrationError.badFlags([
        """
        line 3: $.flags.a.defaultVariant: there is no variant "tabel". Did you mean "table"?
        """
      ])
    ) {
      try await publisher.publish(broken, by: "ada", message: "x")
    }

    let odd = Array(
      #"{"flags": {"a": {"state": "ENABLED", "variants": {"t": 1}, "targetting": {}}}}"#.utf8)
    let result = try await publisher.publish(odd, by: "ada", message: "x")
    #expect(result.isNew)
    #expect(result.warnings.count == 1)
  }

  @Test(arguments: [("dispatch", "drivers"), ("dispatch-matching", "batched"), ("layout", "b")])
  func `A flag of dispatch does not depend on riders`(key: String, value: String) async throws {
    let definitions = """
      {"flags": {"\(key)": {"state": "ENABLED", "variants": {"b": "\(value)"},
        "defaultVariant": "b",
        "targeting": {"if": [{"==": [{"var": "email"}, "ada@example.org"]}, "b"]}}}}
      """
    let container = CloudContainer(dependencies: cloud)
    let token = try await container.makeAdminTokenKeeper().create(name: "ada", lifetime: 100).secret
    var problems: [String] = []
    do throws(AdministrationError) {
      _ = try await publisher.publish(Array(definitions.utf8), by: "ada", message: "x")
    } catch .badFlags(let found) {
      problems = found
    }
    let response = try await container.makeRouter().respond(
      to: CloudRequest(
        method: .put, path: ["flags"], token: token, condition: .match("*"),
        body: Data(definitions.utf8)))

    let isFree = key == "layout"
    #expect(response.status == (isFree ? 200 : 422))
    #expect(
      problems
        == (isFree
          ? []
          : [
            """
            line 3: $.flags.\(key).targeting.if[0].==[0]: the flag is not evaluated for riders, so \
            that only targetingKey and $flagd can be read
            """
          ]))
  }

  @Test(arguments: [("", "x"), ("ada", ""), ("ada", "a\nb"), ("ada\u{1B}", "x")])
  func `An author and a message are one line each`(author: String, message: String) async throws {
    await #expect(throws: AdministrationError.badFlagText) {
      try await publisher.publish(Self.definitions("a"), by: author, message: message)
    }
  }

  @Test func `An administrator's request publishes a version`() async throws {
    let container = CloudContainer(dependencies: cloud)
    let router = container.makeRouter()
    let token = try await container.makeAdminTokenKeeper().create(name: "ada", lifetime: 100).secret
    let tag = try #require(
      try await router.respond(to: CloudRequest(method: .get, path: ["flags"])).entityTag)
    let put = { (tag: String) in
      try await router.respond(
        to: CloudRequest(
          method: .put, path: ["flags"], query: ["message": "From afar"], token: token,
          condition: .match(tag), body: Data(Self.definitions("surge"))))
    }

    let done = try await put(tag)
    let late = try await put(tag)

    #expect(done.status == 200)
    #expect(late.status == 412)
    #expect(try await keys(at: router) == ["surge"])
    let record = try #require(try await publisher.history(limit: 9).first)
    #expect(record.author == "ada")
    #expect(record.message == "From afar")
  }
}

/// Does something else during the first look for the newest version.
private final class InterruptedDatabase: SQLDatabase {
  /// Called before the first read, which asks for the newest version's number.
  let interrupt = Mutex<(@Sendable () -> Void)?>(nil)
  /// Called after the second read, which is that of the version.
  let delay = Mutex<(@Sendable () -> Void)?>(nil)
  private let reads = Atomic(0)
  private let database: any SQLDatabase

  init(_ database: any SQLDatabase) {
    self.database = database
  }

  var dialect: any SQLDialect { database.dialect }
  var nonBlocking: (any SQLDatabase)? { nil }
  var changeRelay: (any ChangeRelay)? { nil }
  var connectionUse: ConnectionUse { database.connectionUse }

  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let number = reads.add(1, ordering: .relaxed).newValue
    if number == 1 { interrupt.withLock { $0 }?() }
    let value = try database.read(body)
    if number == 2 { delay.withLock { $0 }?() }
    return value
  }

  func write<Value: Sendable>(
    _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try database.write(body) }

  func schemaVersion() throws(StoreError) -> Int { try database.schemaVersion() }
  func eraseDeleted() throws(StoreError) { try database.eraseDeleted() }
}
