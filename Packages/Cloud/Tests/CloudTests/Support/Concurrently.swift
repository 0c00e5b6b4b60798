import Dispatch
import Synchronization

/// Calls a function at once on several threads and returns the results in no particular order.
func concurrently<Value: Sendable>(
  _ count: Int, _ call: @Sendable (Int) throws -> Value
) -> [Result<Value, any Error>] {
  let results = Mutex<[Result<Value, any Error>]>([])
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let result = Result { try call(index) }
    results.withLock { $0.append(result) }
  }
  return results.withLock { $0 }
}

/// Counts from 1.
final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
