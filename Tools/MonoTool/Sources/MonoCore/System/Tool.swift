package import Basics
import Dispatch
import Synchronization

/// Runs other programs to their ends.
package enum Tool {
  /// Runs a program found on the search path, in the working folder of this process.
  ///
  /// - Parameter environment: Variables added to, or replacing, those of this process.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws(MonoError) -> Subprocess.Outcome {
    try start(program, arguments, environment, input).outcome()
  }

  /// Runs a program, and ends it with all that it has started when its time is over.
  ///
  /// - Returns: Also the stacks of its processes when that was so.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String], limit: Duration
  ) throws(MonoError) -> (outcome: Subprocess.Outcome, stacks: String?) {
    let process = try start(program, arguments, environment, [])
    let stacks = Mutex<String?>(nil)
    let queue = DispatchQueue(label: "limit")
    let overdue = DispatchWorkItem {
      let text = HangReport.text(of: process.identifier)
      stacks.withLock { $0 = text }
      ProcessTree.end(process.identifier)
    }
    queue.asyncAfter(deadline: .now() + limit / .seconds(1), execute: overdue)
    // Its number stays its own while it may be ended.
    process.waitForEnd()
    overdue.cancel()
    queue.sync {}
    return (process.outcome(), stacks.withLock { $0 })
  }

  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ input: [UInt8]
  ) throws(MonoError) -> Subprocess {
    do throws(SubprocessError) {
      return try Subprocess(
        program, arguments, environment: EnvironmentVariables.all.merging(environment) { $1 },
        input: .bytes(input), output: .captured, error: .captured)
    } catch {
      throw .failure(
        error.description,
        hint: error.temporaryFolder == nil
          ? "Install it, or add its folder to PATH, and try again."
          : "Set TMPDIR to a folder that can be written.")
    }
  }
}

/// Transforms the elements on all processors, in order; throws the first error when all have ended.
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
