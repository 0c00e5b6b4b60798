import CloudStore
import Core

/// Answers several requests together, so that they share a round trip to the database, or a commit.
///
/// An object, because endpoints with the same handler share their batches.
final class BatchHandler: Sendable {
  /// Answers requests, and those that arrive until the work begins; the results are in their order.
  ///
  /// Its argument returns those that came while the last were prepared; none to begin the work.
  let answerArriving:
    @Sendable (_ first: [RoutedRequest], _ next: () -> [RoutedRequest])
      -> [Result<CloudResponse, any Error>]

  /// - Parameters:
  ///   - prepare: Checks and reads the requests; returns the input of each.
  ///   - perform: Reads or writes for all inputs in one step; returns the output of each, in order.
  ///   - respond: Makes the response to one request.
  init<Input, Output>(
    prepare: @escaping @Sendable ([RoutedRequest]) throws -> [Result<Input, any Error>],
    perform: @escaping @Sendable ([Input]) throws -> [Output],
    respond: @escaping @Sendable (Input, Output) throws -> CloudResponse
  ) {
    answerArriving = { first, nextRequests in
      var inputs: [Result<Input, any Error>] = []
      var requests = first
      while !requests.isEmpty {
        do {
          inputs += try prepare(requests)
        } catch {
          inputs += requests.map { _ in .failure(error) }
        }
        requests = nextRequests()
      }
      let readable = inputs.indices.compactMap { index in
        (try? inputs[index].get()).map { (index: index, input: $0) }
      }
      var results = inputs.map { input in
        input.flatMap { _ in .failure(StoreError.broken(reason: "a request has no result")) }
          as Result<CloudResponse, any Error>
      }
      for ((index, input), output) in zip(
        readable, Self.outputs(of: readable.map(\.input), perform))
      {
        results[index] = Result { try respond(input, output.get()) }
      }
      return results
    }
  }

  /// Answers requests that are all there.
  func answer(_ requests: [RoutedRequest]) -> [Result<CloudResponse, any Error>] {
    answerArriving(requests) { [] }
  }

  /// Performs the step for all inputs; after an error, which undoes all of it, for each half, so that
  /// one bad input fails alone. A database that is unavailable or locked is not tried again.
  private static func outputs<Input, Output>(
    of inputs: [Input], _ perform: ([Input]) throws -> [Output]
  ) -> [Result<Output, any Error>] {
    guard !inputs.isEmpty else { return [] }
    do {
      return try perform(inputs).map { .success($0) }
    } catch let error as StoreError where error.isOutage {
      return inputs.map { _ in .failure(error) }
    } catch {
      guard inputs.count > 1 else { return [.failure(error)] }
      let half = inputs.count / 2
      return outputs(of: Array(inputs[..<half]), perform)
        + outputs(of: Array(inputs[half...]), perform)
    }
  }
}
