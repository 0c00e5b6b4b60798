extension ScriptedTerminal {
  /// The lines of ``transcript`` without the questions for a choice: those are asked again whenever
  /// something is printed while they wait, which depends on what is faster.
  public var printedLines: String {
    transcript.replacing(#/Choose 1(-\d+)?: /#, with: "").split(separator: "\n")
      .map { $0 + "\n" }.joined()
  }
}
