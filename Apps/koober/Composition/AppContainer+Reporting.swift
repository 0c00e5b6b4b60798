import Commands
import Core
import Terminal

extension AppContainer {
  /// Reports an error that does not end the program.
  func report(_ problem: Problem) {
    guard !options.isQuiet, options.output == .text else { return }
    // A closed standard error is ignored; the program continues.
    try? terminal.writeErrorLine("\("koober:", .warning) \(problem.message) \(problem.hint)")
  }
}
