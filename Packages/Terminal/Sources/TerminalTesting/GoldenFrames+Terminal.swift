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

  /// Compares what an open screen shows with its pictures for documents, `name-dark.svg` and
  /// `name-light.svg`: on a terminal of each kind, which stays of the last one.
  ///
  /// - Parameter condition: Of the frame that is meant.
  public func checkPictures(
    _ terminal: ScriptedTerminal, _ name: String,
    where condition: @escaping @Sendable (Frame) -> Bool = { _ in true }
  ) async throws {
    var failure: (any Error)?
    for theme in PictureTheme.allCases {
      let background: TerminalBackground = theme == .dark ? .dark : .light
      terminal.say(background)
      let frame = try await terminal.waitForFrame {
        $0.background == background && !$0.isLoading && condition($0)
      }
      do {
        try check(frame.svg(theme), "\(name)-\(theme)", kind: "svg")
      } catch {
        // One that was drawn anew fails, and the other one is drawn all the same.
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
