import BasicsTesting
import CloudDomain
import Core
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct RequestBatcherTests {
  /// What the batches of a test do and report.
  private final class Log: Sendable {
    let sizes = Mutex<[Int]>([])
    /// Passed by each batch before it is answered.
    let gate = DispatchSemaphore(value: 0)
    /// An element for each batch that is about to be answered.
    let (reached, reach) = AsyncStream.makeStream(of: Void.self)
  }

  /// Answers each request with its path, when the gate opens.
  private static func makeHandler(_ log: Log) -> BatchHandler {
    BatchHandler { requests in
      requests.map { .success($0.request.path.joined()) }
    } perform: { paths -> [String] in
      log.sizes.withLock { $0.append(paths.count) }
      log.reach.yield()
      log.gate.wait()
      return paths
    } respond: { _, path in
      CloudResponse(status: 200, body: Data(path.utf8))
    }
  }

  private let log = Log()
  private let endpoint: ServedEndpoint

  init() throws {
    let table = RouteTable(CloudServices(TestCloud()))
    endpoint = try #require(table.endpoints.first { $0.name == "ride" })
  }

  private func makeBatcher(concurrentBatches: Int) -> RequestBatcher {
    RequestBatcher(
      Self.makeHandler(log), concurrentBatches: concurrentBatches,
      retryWorkers: WorkerPool(count: 1, waiting: 10))
  }

  /// Starts requests with these paths; returns the answers of those that were accepted.
  private func start(_ paths: [String], on batcher: RequestBatcher) -> AsyncStream<String> {
    let answers = AsyncStream.makeStream(of: String.self)
    let open = Mutex(paths.count)
    let end: @Sendable () -> Bool = {
      open.withLock { open in
        open -= 1
        return open == 0
      }
    }
    for path in paths {
      let request = CloudRequest(method: .get, path: [path])
      var routed = RoutedRequest(request, at: endpoint, values: [:])
      // A busy machine may need longer than a rider waits.
      routed.deadline = RequestDeadline(after: .seconds(600))
      // The first letter names the caller.
      routed.caller = Int(path.utf8.first ?? 0)
      batcher.start(routed) { result in
        let body = (try? result?.get().body).map { String(decoding: $0, as: UTF8.self) }
        answers.continuation.yield(result == nil ? "refused" : body ?? "failed")
        if end() { answers.continuation.finish() }
      }
    }
    return answers.stream
  }

  private func all(_ stream: AsyncStream<String>) async throws -> [String] {
    try await bounded("all answers") { await stream.reduce(into: []) { $0.append($1) } }
  }

  @Test func `What comes while a batch is answered is answered together`() async throws {
    let batcher = makeBatcher(concurrentBatches: 1)
    let first = start(["a"], on: batcher)
    _ = try await log.reached.next("a batch")

    let others = start(["b", "c", "d"], on: batcher)
    for _ in 0..<2 { log.gate.signal() }

    #expect(try await all(first) == ["a"])
    #expect(try await all(others) == ["b", "c", "d"])
    #expect(log.sizes.withLock { $0 } == [1, 3])
  }

  @Test func `As many batches are answered side by side as are allowed`() async throws {
    let batcher = makeBatcher(concurrentBatches: 2)
    let first = start(["a"], on: batcher)
    _ = try await log.reached.next("a batch")

    let second = start(["b"], on: batcher)
    _ = try await log.reached.next("a batch")
    let third = start(["c"], on: batcher)
    #expect(log.sizes.withLock { $0 } == [1, 1])
    for _ in 0..<3 { log.gate.signal() }

    #expect(try await all(first) == ["a"])
    #expect(try await all(second) == ["b"])
    #expect(try await all(third) == ["c"])
  }

  @Test func `A batch has at most 64 requests, and 1000 more may wait`() async throws {
    let batcher = makeBatcher(concurrentBatches: 1)
    let first = start(["a"], on: batcher)
    _ = try await log.reached.next("a batch")

    let others = start((1...1001).map { "x\($0)" }, on: batcher)
    for _ in 0..<17 { log.gate.signal() }

    #expect(try await all(first) == ["a"])
    #expect(try await all(others) == ["refused"] + (1...1000).map { "x\($0)" })
    #expect(log.sizes.withLock { $0 } == [1] + Array(repeating: 64, count: 15) + [40])
  }

  @Test func `Callers take turns in the next batch`() async throws {
    let batcher = makeBatcher(concurrentBatches: 1)
    let first = start(["a"], on: batcher)
    _ = try await log.reached.next("a batch")

    let others = start((1...70).map { "x\($0)" } + ["y", "z"], on: batcher)
    for _ in 0..<3 { log.gate.signal() }

    #expect(try await all(first) == ["a"])
    #expect(try await all(others).prefix(4) == ["x1", "y", "z", "x2"])
  }

  @Test func `Callers whose rows are locked take turns`() async throws {
    let (steps, step) = AsyncStream.makeStream(of: String.self)
    let gates = ["first", "a1", "second"].reduce(into: [:]) { $0[$1] = DispatchSemaphore(value: 0) }
    let (reached, reach) = AsyncStream.makeStream(of: Void.self)
    let handler = BatchHandler { requests in
      requests.map { .success($0.request.path.joined()) }
    } perform: { paths -> [Bool] in
      if paths.count == 1 {
        step.yield(paths[0])
        reach.yield()
        gates[paths[0]]?.wait()
      }
      return paths.map { $0 != "free" && paths.count > 1 }
    } respond: { _, isLocked in
      if isLocked { throw StoreError.contended(reason: "locked") }
      return CloudResponse(status: 200, body: Data("alone".utf8))
    }
    let batcher = RequestBatcher(
      handler, concurrentBatches: 1, retryWorkers: WorkerPool(count: 1, waiting: 10))

    let first = start(["first"], on: batcher)
    _ = try await reached.next("a batch")
    let one = start(["a1", "a2", "a3"], on: batcher)
    gates["first"]?.signal()
    _ = try await reached.next("a batch")
    let second = start(["second"], on: batcher)
    _ = try await reached.next("a batch")
    let (other, free) = (start(["b"], on: batcher), start(["free"], on: batcher))
    gates["second"]?.signal()
    _ = try await all(free)
    gates["a1"]?.signal()

    for answers in [first, one, second, other] { _ = try await all(answers) }
    step.finish()
    #expect(
      await steps.reduce(into: []) { $0.append($1) }
        == ["first", "a1", "second", "a2", "b", "a3"])
  }

  @Test func `A request whose rows are locked is answered alone, and the others at once`()
    async throws
  {
    let (steps, step) = AsyncStream.makeStream(of: [String].self)
    let (reached, reach) = AsyncStream.makeStream(of: Void.self)
    let gates = (first: DispatchSemaphore(value: 0), alone: DispatchSemaphore(value: 0))
    let handler = BatchHandler { requests in
      requests.map { .success($0.request.path.joined()) }
    } perform: { paths -> [String] in
      step.yield(paths)
      reach.yield()
      if paths == ["first"] { gates.first.wait() }
      if paths == ["locked"] { gates.alone.wait() }
      return paths.map { paths.count > 1 ? $0 : "alone \($0)" }
    } respond: { path, found in
      if found == "locked" { throw StoreError.contended(reason: "locked") }
      return CloudResponse(status: 200, body: Data(path.utf8))
    }
    let batcher = RequestBatcher(
      handler, concurrentBatches: 1, retryWorkers: WorkerPool(count: 1, waiting: 10))

    let first = start(["first"], on: batcher)
    _ = try await reached.next("a batch")
    let locked = start(["locked"], on: batcher)
    let other = start(["other"], on: batcher)
    gates.first.signal()

    #expect(try await all(first) == ["first"])
    #expect(try await all(other) == ["other"])
    gates.alone.signal()
    #expect(try await all(locked) == ["locked"])
    step.finish()
    #expect(
      await steps.reduce(into: []) { $0.append($1) } == [
        ["first"], ["locked", "other"], ["locked"],
      ])
  }
}
