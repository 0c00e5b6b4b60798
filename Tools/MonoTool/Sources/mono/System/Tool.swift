import Basics
import Dispatch
import Synchronization

/// Runs other programs to their ends.
enum Tool {
  /// Runs a program found on the search path, in the working folder of this process.
  ///
  /// - Parameter environment: Variables added to, or replacing, those of this process.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws -> Subprocess.Outcome {
    do throws(SubprocessError) {
      return try Subprocess(
        program, arguments, environment: EnvironmentVariables.all.merging(environment) { $1 },
        input: .bytes(input), output: .captured, error: .captured
      ).outcome()
    } catch {
      throw MonoError.failure(
        error.description,
        hint: error.temporaryFolder == nil
          ? "Install it, or add its folder to PATH, and try again."
          : "Set TMPDIR to a folder that can be written.")
    }
  }
}

/// Transforms the elements on all processors, in order; throws the first error when all have ended.
func parallelMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) throws -> Result
) throws -> [Result] {
  let results = Mutex<[Swift.Result<Result, any Error>?]>(
    Array(repeating: nil, count: elements.count))
  DispatchQueue.concurrentPerform(iterations: elements.count) { index in
    let result = Swift.Result { try transform(elements[index]) }
    results.withLock { $0[index] = result }
  }
  return try results.withLock { try $0.compactMap { try $0?.get() } }
}

/// The Swift toolchain that the tool asks for manifests and builds.
struct Toolchain: Sendable {
  /// The path of the `swift` command.
  let swift: String
  /// Changes whenever another toolchain is used; part of every cache key.
  let identity: String

  /// Finds `swift` on the search path.
  static func find() throws -> Toolchain {
    for folder in (EnvironmentVariables.all["PATH"] ?? "").split(separator: ":") {
      let swift = "\(folder)/swift"
      guard let real = Files.realPath(swift), let stamp = Files.stamp(real) else { continue }
      if Files.exists(Path.join(Path.folder(of: real), "swift-package")) {
        return Toolchain(swift: swift, identity: "\(real) \(stamp.modified) \(stamp.size)")
      }
      // A version manager's own command: only the compiler it chooses knows who it is.
      let version = try Tool.run(swift, ["--version"])
      return Toolchain(swift: swift, identity: version.outputText)
    }
    throw MonoError.failure(
      "No 'swift' command was found on PATH.",
      hint: "Install a Swift toolchain from swift.org and add its usr/bin folder to PATH.")
  }
}
