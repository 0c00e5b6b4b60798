import Basics
import BenchmarkKit
import Glibc

/// A program with its arguments, run repeatedly.
struct ProgramRun: Sendable {
  let arguments: [String]
  var input = "/dev/null"
  var output = "/dev/null"
  var environment: [String: String] = [:]

  /// Names a program by the variable that holds its path; throws ``SkipError`` when none does.
  static func path(in variable: String) throws(SkipError) -> String {
    guard let path = EnvironmentVariables.all[variable] else {
      throw SkipError("\(variable) names no program. Run Tools/bench, which builds it.")
    }
    return path
  }

  /// Runs the program to its end; throws ``SkipError`` when there is no such program.
  func run() throws {
    let status: Subprocess.Status
    do throws(SubprocessError) {
      status = try Subprocess(
        arguments[0], Array(arguments.dropFirst()), environment: environment,
        input: .file(input), output: .file(output)
      ).wait()
    } catch {
      guard error.errorNumber == ENOENT else { throw error }
      throw SkipError("'\(arguments[0])' is missing. Install it.")
    }
    guard status == .exited(0) else { throw BenchmarkError("\(arguments) ended: \(status).") }
  }
}
