import TerminalTesting

extension ScriptedTerminal {
  /// What was printed and typed, without the questions in between: they are asked again whenever
  /// something is printed while they wait, which depends on what is faster.
  var printedLines: String {
    transcript.replacing(#/Choose 1-\d+: /#, with: "").split(separator: "\n")
      .map { $0 + "\n" }.joined()
  }
}
