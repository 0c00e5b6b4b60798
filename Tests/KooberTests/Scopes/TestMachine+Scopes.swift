import Terminal
import TerminalTesting

@testable import koober

extension AppContainer {
  /// Reads the configuration and opens the process scope, as a run does.
  convenience init(
    dependency: AppDependency, options: GlobalOptions, terminal: any Terminal
  ) throws {
    self.init(
      dependency: dependency,
      configuration: try AppConfiguration(dependency, options: options), terminal: terminal)
  }
}

extension TestMachine {
  /// Opens the process scope on this machine, as a run with these options does.
  func openProcessScope(flags: [String] = []) throws -> AppContainer {
    let terminal = ScriptedTerminal()
    var options = GlobalOptions()
    options.flags = flags
    return try AppContainer(dependency: dependency(terminal), options: options, terminal: terminal)
  }
}
