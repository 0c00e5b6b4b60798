import Dispatch
import Synchronization

/// Transforms the elements on all processors, keeping their order; throws the first error in
/// that order after all have ended.
package func parallelMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) throws -> Result
) throws -> [Result] {
  guard elements.count > 1 else { return try elements.map(transform) }
  let results = Mutex<[Swift.Result<Result, any Error>?]>(
    Array(repeating: nil, count: elements.count))
  DispatchQueue.concurrentPerform(iterations: elements.count) { index in
    let result = Swift.Result { try transform(elements[index]) }
    results.withLock { $0[index] = result }
  }
  return try results.withLock { try $0.compactMap { try $0?.get() } }
}
