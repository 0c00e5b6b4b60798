import Basics
import BenchmarkKit
import Glibc

/// A program with its arguments, run again and again.
struct ProgramRun: Sendable {
  let arguments: [String]
  /// The file that is its standard input.
  var input = "/dev/null"
  /// The file that its standard output goes to.
  var output = "/dev/null"
  var environment: [String: String] = [:]

  /// Names a program by the variable that holds its path.
  ///
  /// - Throws: ``Skipped`` when the variable is not set.
  static func path(in variable: String) throws(Skipped) -> String {
    guard let path = EnvironmentVariables.all[variable] else {
      throw Skipped("\(variable) names no program. Run Tools/bench, which builds it.")
    }
    return path
  }

  /// Runs the program to its end.
  ///
  /// - Throws: ``Skipped`` when there is no such program.
  func run() throws {
    let result = Result { () throws(SubprocessError) in
      try Subprocess(
        arguments[0], Array(arguments.dropFirst()), environment: environment,
        input: .file(input), output: .file(output)
      ).wait()
    }
    switch result {
    case .success(.exited(0)): break
    case .success(let status): throw Failure("\(arguments) ended: \(status).")
    case .failure(let error) where error.errorNumber == ENOENT:
      throw Skipped("'\(arguments[0])' is missing. Install it.")
    case .failure(let error): throw error
    }
  }
}

/// Why a benchmark could not do its work.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
