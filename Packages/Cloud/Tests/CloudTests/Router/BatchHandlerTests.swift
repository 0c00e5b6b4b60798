import Core
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct BatchHandlerTests {
  private struct Refusal: Error {}

  /// The inputs of each step.
  private final class Steps: Sendable {
    let inputs = Mutex<[[String]]>([])
  }

  private let table = RouteTable(CloudServices(TestCloud()))
  private let steps = Steps()

  /// Requests that bring a text each.
  private func requests(_ texts: String...) throws -> [RoutedRequest] {
    let endpoint = try #require(table.endpoints.first { $0.name == "requestRide" })
    return texts.map { text in
      RoutedRequest(
        CloudRequest(method: .post, path: [], body: Data(text.utf8)), at: endpoint, values: [:])
    }
  }

  /// A handler that refuses "bad", and whose step fails for "poison".
  private func makeHandler(
    failure: StoreError = .broken(reason: "poison")
  ) -> BatchHandler {
    BatchHandler { requests in
      requests.map { routed in
        let text = String(decoding: routed.request.body ?? Data(), as: UTF8.self)
        return text == "bad" ? .failure(Refusal()) : .success(text)
      }
    } perform: { [steps] texts in
      steps.inputs.withLock { $0.append(texts) }
      if texts.contains("poison") { throw failure }
      return texts.map { "found \($0)" }
    } respond: { text, found in
      if text == "lost" { throw Refusal() }
      return CloudResponse(status: 200, body: Data(found.utf8))
    }
  }

  private func texts(_ results: [Result<CloudResponse, any Error>]) -> [String?] {
    results.map { result in
      (try? result.get()).map { String(decoding: $0.body, as: UTF8.self) }
    }
  }

  @Test func `The prepared requests share one step`() throws {
    let results = makeHandler().answer(try requests("a", "bad", "lost", "b"))

    #expect(texts(results) == ["found a", nil, nil, "found b"])
    #expect(steps.inputs.withLock { $0 } == [["a", "lost", "b"]])
  }

  @Test func `Requests that arrive while others are prepared share their step`() throws {
    var arrivals = [try requests("lost", "b"), []]

    let results = makeHandler().answerArriving(try requests("a", "bad")) { arrivals.removeFirst() }

    #expect(texts(results) == ["found a", nil, nil, "found b"])
    #expect(steps.inputs.withLock { $0 } == [["a", "lost", "b"]])
  }

  @Test func `What one request cannot do fails it alone`() throws {
    let results = makeHandler().answer(try requests("a", "poison", "b"))

    #expect(texts(results) == ["found a", nil, "found b"])
    #expect(steps.inputs.withLock { $0.count } == 5)
  }

  @Test func `A database that does not answer is asked once`() throws {
    let handler = makeHandler(failure: .unavailable(reason: "silent"))

    let results = handler.answer(try requests("a", "poison", "bad"))

    #expect(steps.inputs.withLock { $0.count } == 1)
    #expect(throws: StoreError.unavailable(reason: "silent")) { try results[0].get() }
    #expect(throws: StoreError.unavailable(reason: "silent")) { try results[1].get() }
    #expect(throws: Refusal.self) { try results[2].get() }
  }

  @Test func `Requests that meet a lock are not tried again in their batch`() throws {
    let handler = makeHandler(failure: .contended(reason: "locked"))

    let results = handler.answer(try requests("a", "poison"))

    #expect(steps.inputs.withLock { $0.count } == 1)
    for result in results {
      #expect(throws: StoreError.contended(reason: "locked")) { try result.get() }
    }
  }

  @Test func `Requests that cannot be prepared fail`() throws {
    let handler = BatchHandler { _ -> [Result<Int, any Error>] in
      throw StoreError.broken(reason: "no sessions")
    } perform: {
      $0
    } respond: { _, _ in
      CloudResponse(status: 200, body: Data())
    }

    let results = handler.answer(try requests("a", "b"))

    #expect(results.map { (try? $0.get().status) ?? 0 } == [0, 0])
  }

  @Test func `A step that returns too little fails the rest`() throws {
    let handler = BatchHandler { requests -> [Result<Int, any Error>] in
      requests.map { _ in .success(1) }
    } perform: {
      Array($0.dropLast())
    } respond: { _, _ in
      CloudResponse(status: 200, body: Data())
    }

    let results = handler.answer(try requests("a", "b"))

    #expect(results.map { (try? $0.get().status) ?? 0 } == [200, 0])
  }
}
