package import Basics
import Dispatch

/// Runs other programs to their ends.
package enum Tool {
  /// Runs a program found on the search path, in the working folder of this process.
  ///
  /// - Parameters:
  ///   - environment: Variables added to, or replacing, those of this process.
  ///   - only: All variables, instead of those of this process.
  ///   - input: Its standard input.
  ///   - tick: Called with the process every second while it runs.
  ///   - lines: Called with each line that it writes, as it comes.
  /// - Throws: `MonoError.failure` when the program cannot be started.
  package static func run(
    _ program: String, _ arguments: [String],
    environment: [String: String] = [:], only: [String: String]? = nil, input: [UInt8] = [],
    tick: (@Sendable (Subprocess) -> Void)? = nil,
    lines: (@Sendable (String) -> Void)? = nil
  ) throws(MonoError) -> Subprocess.Outcome {
    do throws(SubprocessError) {
      let process = try Subprocess(
        program, arguments,
        environment: (only ?? EnvironmentVariables.all).merging(environment) { $1 },
        input: .bytes(input), output: .captured, error: .captured)
      let cutter = lines.map(LineCutter.init)
      if tick != nil || cutter != nil {
        wait(for: process, ticksInSecond: cutter == nil ? 1 : 5) { count, process in
          cutter?.look(at: process, isWhole: false)
          if cutter == nil || count.isMultiple(of: 5) { tick?(process) }
        }
      }
      let outcome = process.outcome()
      cutter?.look(at: process, isWhole: true)
      return outcome
    } catch {
      throw .failure(
        error.description,
        hint: error.temporaryFolder == nil
          ? "Install it, or add its folder to PATH, and try again."
          : "Set TMPDIR to a folder that can be written.")
    }
  }

  private static func wait(
    for process: Subprocess, ticksInSecond: Int,
    tick: @escaping @Sendable (Int, Subprocess) -> Void
  ) {
    let (ended, stopped) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue(label: "tick").async {
      var count = 0
      while ended.wait(timeout: .now() + 1 / Double(ticksInSecond)) == .timedOut {
        count += 1
        tick(count, process)
      }
      stopped.signal()
    }
    // Its number stays its own until the last tick is over.
    process.waitForEnd()
    ended.signal()
    stopped.wait()
  }
}
