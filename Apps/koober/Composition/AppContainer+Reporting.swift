import Commands
import Core
import Terminal

extension AppContainer {
  /// Tells of something that went wrong and that the program goes on in spite of.
  func report(_ problem: Problem) {
    guard !options.isQuiet, options.output == .text else { return }
    // Nobody can be told when the standard error is closed; the program goes on in any case.
    try? terminal.writeErrorLine("\("koober:", .warning) \(problem.message) \(problem.hint)")
  }
}
