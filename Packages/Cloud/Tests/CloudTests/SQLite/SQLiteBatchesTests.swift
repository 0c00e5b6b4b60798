import Basics
import Core
import Dispatch
import Synchronization
import Testing

@testable import Cloud

struct SQLiteBatchesTests {
  private typealias Job = @Sendable () -> String?

  private let folder: TemporaryFolder
  private let store: SQLStore
  private let batches: any WriteBatches

  init() throws {
    folder = try TemporaryFolder()
    store = SQLStore.sqlite(.file(path: folder.path(of: "cloud.sqlite")), connections: 2)
    batches = try #require(store.batches)
    for rider in ["ann", "bob", "carl"] { try store.addRider(rider) }
  }

  /// Returns what requests a ride, and gives the reason of a failure.
  private func request(_ ride: String, for rider: String) -> Job {
    { [store = batches.store] in
      do throws(StoreError) {
        _ = try store.addRide(.sample(ride, rider: rider), key: nil, now: .noon)
        return nil
      } catch {
        return error.reason
      }
    }
  }

  private func rides(_ names: String...) throws -> [String] {
    try names.filter { name in
      try ["ann", "bob", "carl"].contains { rider in
        try store.ride(Identifier(name), of: Identifier("id-of-\(rider)")) != nil
      }
    }
  }

  /// Runs jobs, all of which have come before the first is done; returns their results in order.
  private func runTogether(_ jobs: [Job]) async -> [Result<String?, StoreError>] {
    let all = DispatchSemaphore(value: 0)
    let results = Mutex<[Int: Result<String?, StoreError>]>([:])
    return await withCheckedContinuation { continuation in
      for (index, job) in jobs.enumerated() {
        let isAccepted = batches.start {
          if index == 0 { all.wait() }
          return job()
        } end: { result in
          let ended = results.withLock { results in
            results[index] = result
            return results
          }
          guard ended.count == jobs.count else { return }
          continuation.resume(returning: ended.sorted { $0.key < $1.key }.map(\.value))
        }
        #expect(isAccepted)
      }
      all.signal()
    }
  }

  @Test func `Requests that come together are committed at once, and answered after it`()
    async throws
  {
    let seen = Mutex<[String]?>(nil)
    let look: Job = {
      seen.withLock { $0 = try? rides("first") }
      return nil
    }

    let results = await runTogether([
      request("first", for: "ann"), request("second", for: "bob"), look,
    ])

    #expect(try results.map { try $0.get() } == [nil, nil, nil])
    #expect(seen.withLock { $0 } == [])
    #expect(try rides("first", "second") == ["first", "second"])
  }

  @Test func `What a request cannot write is undone alone`() async throws {
    let results = await runTogether([
      request("first", for: "ann"), request("second", for: "dora"), request("third", for: "carl"),
    ])

    let reasons = try results.map { try $0.get() }
    #expect(reasons.map { $0 == nil } == [true, false, true])
    #expect(reasons[1]?.contains("FOREIGN KEY") == true)
    #expect(try rides("first", "third") == ["first", "third"])
  }

  @Test func `When SQLite undoes the transaction, every request of it fails`() async throws {
    let batch = try #require(batches.store as? SQLStore).database
    let undo: Job = {
      try? batch.write { (connection, _) throws(StoreError) in
        try connection.execute("ROLLBACK; nonsense")
      }
      return nil
    }

    let results = await runTogether([
      request("first", for: "ann"), undo, request("third", for: "carl"),
    ])

    #expect(results.allSatisfy { (try? $0.get()) == nil })
    #expect(try rides("first", "third") == [])
    #expect(try await runTogether([request("fourth", for: "ann")]).map { try $0.get() } == [nil])
  }

  @Test func `Without a database no request runs, and each fails`() async throws {
    let broken = SQLStore.sqlite(.file(path: folder.path))
    let hasRun = Mutex(false)
    let batches = try #require(broken.batches)

    let result = await withCheckedContinuation { continuation in
      _ = batches.start {
        hasRun.withLock { $0 = true }
      } end: {
        continuation.resume(returning: $0)
      }
    }

    #expect(throws: StoreError.self) { try result.get() }
    #expect(!hasRun.withLock { $0 })
  }

  @Test func `Outside of a request the store of batches reads nothing`() {
    #expect(throws: StoreError.broken(reason: "no batch of writes is open")) {
      try batches.store.session(tokenHash: [1])
    }
  }

  @Test func `A request too many is refused, the others are answered`() async {
    let release = DispatchSemaphore(value: 0)
    let ends = AsyncStream.makeStream(of: Void.self)
    var count = 0
    while batches.start({ release.wait() }, end: { _ in ends.continuation.yield() }) { count += 1 }
    for _ in 0..<count { release.signal() }

    var ended = 0
    for await _ in ends.stream.prefix(count) { ended += 1 }

    // The first one may run already.
    #expect((1000...1001).contains(count))
    #expect(ended == count)
  }
}
