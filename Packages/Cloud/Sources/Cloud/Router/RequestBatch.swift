import Core

/// Requests that are answered together; used by one thread.
struct RequestBatch {
  /// Adds requests, and does for them what takes no part of the work that they share.
  let add: ([RoutedRequest]) -> Void

  /// Does the shared work, and returns the requests' results in order.
  let finish: () -> [Result<CloudResponse, any Error>]
}

/// Makes the batches of endpoints whose requests are answered together.
final class BatchSource: Sendable {
  let makeBatch: @Sendable () -> RequestBatch

  init(_ makeBatch: @escaping @Sendable () -> RequestBatch) {
    self.makeBatch = makeBatch
  }

  func answer(_ requests: [RoutedRequest]) -> [Result<CloudResponse, any Error>] {
    let batch = makeBatch()
    batch.add(requests)
    return batch.finish()
  }
}

extension RequestBatch {
  /// Requests that read or write what belongs to riders, in one step for all.
  ///
  /// - Parameters:
  ///   - prepare: Reads requests, and returns for each what the step needs.
  ///   - find: The one step; it returns for each what it has found, in order.
  ///   - answer: Makes the response of one.
  init<Prepared, Found>(
    prepare: @escaping ([RoutedRequest]) throws -> [Result<Prepared, any Error>],
    find: @escaping ([Prepared]) throws -> [Found],
    answer: @escaping (Prepared, Found) throws -> CloudResponse
  ) {
    // Closures and no generic class, whose methods would look up its types in every request.
    var prepared: [Result<Prepared, any Error>] = []
    add = { requests in
      do {
        prepared += try prepare(requests)
      } catch {
        prepared += requests.map { _ in .failure(error) }
      }
    }
    finish = {
      var found = Self.findAll(prepared.compactMap { try? $0.get() }, find).makeIterator()
      return prepared.map { prepared in
        Result {
          let prepared = try prepared.get()
          guard let found = found.next() else {
            throw StoreError.broken(reason: "a request ended without a result")
          }
          return try answer(prepared, found.get())
        }
      }
    }
  }

  /// What one request cannot do is undone for all; then each half is tried, unless the database does
  /// not answer or has locked some of the rows.
  private static func findAll<Prepared, Found>(
    _ prepared: [Prepared], _ find: ([Prepared]) throws -> [Found]
  ) -> [Result<Found, any Error>] {
    guard !prepared.isEmpty else { return [] }
    do {
      return try find(prepared).map { .success($0) }
    } catch {
      switch error {
      case StoreError.unavailable, StoreError.contended:
        return prepared.map { _ in .failure(error) }
      default: break
      }
      guard prepared.count > 1 else { return [.failure(error)] }
      let half = prepared.count / 2
      return findAll(Array(prepared[..<half]), find) + findAll(Array(prepared[half...]), find)
    }
  }
}
