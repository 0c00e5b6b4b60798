public import Terminal

extension GoldenFrames {
  /// Compares what an open screen shows at several sizes with the files `name-80x24.txt` and so on.
  ///
  /// The terminal is brought to each size in turn, and has the last one afterwards.
  ///
  /// - Throws: The first ``GoldenFrameError``, after every size was compared or recorded.
  public func check(
    _ terminal: ScriptedTerminal, _ name: String,
    sizes: [TerminalSize] = [
      TerminalSize(columns: 40, rows: 20), TerminalSize(columns: 80, rows: 24),
    ]
  ) async throws {
    var mismatch: GoldenFrameError?
    for size in sizes {
      terminal.resize(to: size)
      let frame = try await terminal.waitForFrame { $0.size == size }
      do {
        try check(frame, "\(name)-\(size.columns)x\(size.rows)")
      } catch let error as GoldenFrameError {
        mismatch = mismatch ?? error
      }
    }
    if let mismatch { throw mismatch }
  }
}
