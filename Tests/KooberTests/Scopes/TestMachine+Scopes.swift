import TerminalTesting

@testable import koober

extension TestMachine {
  /// Opens the process scope on this machine, as a run with these options does.
  func openProcessScope(flags: [String] = []) throws -> AppContainer {
    let terminal = ScriptedTerminal()
    var options = GlobalOptions()
    options.flags = flags
    return try AppContainer(
      dependency: dependency(terminal), options: options, terminal: terminal)
  }
}
