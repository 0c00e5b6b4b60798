import Core
import FoundationEssentials
import Testing

@testable import Cloud

struct RequestBatchTests {
  private struct Refusal: Error {}

  private let table = RouteTable(CloudServices(TestCloud()))

  /// Requests that bring a text each.
  private func requests(_ texts: String...) throws -> [RoutedRequest] {
    let endpoint = try #require(table.endpoints.first { $0.name == "requestRide" })
    return texts.map { text in
      RoutedRequest(
        CloudRequest(method: .post, path: [], body: Data(text.utf8)), at: endpoint, values: [:])
    }
  }

  /// A batch that refuses "bad", and whose step fails for "poison".
  private func makeBatch(
    failure: StoreError = .broken(reason: "poison"), find: @escaping ([String]) -> Void = { _ in }
  ) -> RequestBatch {
    RequestBatch { requests in
      requests.map { routed in
        let text = String(decoding: routed.request.body ?? Data(), as: UTF8.self)
        return text == "bad" ? .failure(Refusal()) : .success(text)
      }
    } find: { texts in
      find(texts)
      if texts.contains("poison") { throw failure }
      return texts.map { "found \($0)" }
    } answer: { text, found in
      if text == "lost" { throw Refusal() }
      return CloudResponse(status: 200, body: Data(found.utf8))
    }
  }

  private func texts(_ results: [Result<CloudResponse, any Error>]) -> [String?] {
    results.map { result in
      (try? result.get()).map { String(decoding: $0.body, as: UTF8.self) }
    }
  }

  @Test func `Requests that were added at different times are found in one step`() throws {
    var steps: [[String]] = []
    let batch = makeBatch { steps.append($0) }

    batch.add(try requests("a", "bad"))
    batch.add(try requests("lost", "b"))

    #expect(texts(batch.finish()) == ["found a", nil, nil, "found b"])
    #expect(steps == [["a", "lost", "b"]])
  }

  @Test func `What one request cannot do fails it alone`() throws {
    var steps = 0
    let batch = makeBatch { _ in steps += 1 }

    batch.add(try requests("a", "poison", "b"))

    #expect(texts(batch.finish()) == ["found a", nil, "found b"])
    #expect(steps == 5)
  }

  @Test func `A database that does not answer is asked once`() throws {
    var steps = 0
    let batch = makeBatch(failure: .unavailable(reason: "silent")) { _ in steps += 1 }

    batch.add(try requests("a", "poison", "bad"))
    let results = batch.finish()

    #expect(steps == 1)
    #expect(throws: StoreError.unavailable(reason: "silent")) { try results[0].get() }
    #expect(throws: StoreError.unavailable(reason: "silent")) { try results[1].get() }
    #expect(throws: Refusal.self) { try results[2].get() }
  }

  @Test func `Requests that meet a lock are not tried again in their batch`() throws {
    var steps = 0
    let batch = makeBatch(failure: .contended(reason: "locked")) { _ in steps += 1 }

    batch.add(try requests("a", "poison"))
    let results = batch.finish()

    #expect(steps == 1)
    for result in results {
      #expect(throws: StoreError.contended(reason: "locked")) { try result.get() }
    }
  }

  @Test func `Requests that cannot be prepared fail, and those of another time do not`() throws {
    var isReadable = false
    let batch = RequestBatch { requests -> [Result<Int, any Error>] in
      guard isReadable else { throw StoreError.broken(reason: "no sessions") }
      return requests.map { _ in .success(1) }
    } find: {
      $0
    } answer: { _, _ in
      CloudResponse(status: 200, body: Data())
    }

    batch.add(try requests("a", "b"))
    isReadable = true
    batch.add(try requests("c"))

    #expect(batch.finish().map { (try? $0.get().status) ?? 0 } == [0, 0, 200])
  }

  @Test func `A step that returns too little fails the rest`() throws {
    let batch = RequestBatch { requests -> [Result<Int, any Error>] in
      requests.map { _ in .success(1) }
    } find: {
      Array($0.dropLast())
    } answer: { _, _ in
      CloudResponse(status: 200, body: Data())
    }

    batch.add(try requests("a", "b"))

    #expect(batch.finish().map { (try? $0.get().status) ?? 0 } == [200, 0])
  }
}
