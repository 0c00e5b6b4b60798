import BasicsTesting
public import Terminal

extension ScriptedTerminal {
  // MARK: - Input

  /// Presses keys on an open screen, or before it opens.
  public func press(_ keys: Key...) {
    events.post(keys.map { .key($0) })
  }

  /// Types text on an open screen, key by key.
  public func type(_ text: String) {
    events.post(text.map { .key(.character($0)) })
  }

  /// Clicks at a cell of an open screen; column and row count from 0.
  public func click(column: Int, row: Int) {
    events.post([.mouse(.click(column: column, row: row))])
  }

  /// Pastes text on an open screen.
  public func paste(_ text: String) {
    events.post([.paste(text)])
  }

  /// Presses Ctrl-C on an open screen.
  public func interrupt() {
    events.post([.interrupted])
  }

  /// Closes the terminal.
  public func hangUp() {
    events.post([.ended])
  }

  /// Answers the current question, or the next ones.
  public func answer(_ answers: Answer...) {
    state.withLock { $0.give(answers) }
  }

  /// Says what is behind the letters, as terminals do when they are asked.
  public func say(_ background: TerminalBackground) {
    events.post([.background(background)])
  }

  /// Changes the size, as by dragging the window's corner.
  public func resize(to size: TerminalSize) {
    state.withLock { $0.capabilities.size = size }
    events.post([.redraw])
  }

  /// Lets later writes fail; `nil` lets them succeed again.
  public func failWriting(with failure: TerminalError?) {
    state.withLock { $0.failure = failure }
  }

  /// Calls back while the first frame is shown, before anything that comes after it.
  public func onFirstFrame(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.firstFrame = call }
  }

  // MARK: - Output

  /// Every frame that was shown.
  public var frames: [Frame] { state.withLock { $0.frames } }

  /// The text of the screen; empty before the first frame.
  public var frame: Frame? { state.withLock { $0.frames.last } }

  /// The texts for which the bell rang, in order.
  public var announcements: [String] { state.withLock { $0.announcements } }

  /// Whether a screen session is open.
  public var isScreenOpen: Bool { state.withLock { $0.openScreens > 0 } }

  /// Returns the newest frame that fulfils a condition, as soon as the screen has shown one.
  ///
  /// - Parameters:
  ///   - what: Names the frame when it does not come.
  ///   - condition: The condition.
  /// - Throws: `WaitError` when the screen does not show one.
  @discardableResult
  public func waitForFrame(
    _ what: String = "a frame for which the condition there holds", file: String = #fileID,
    line: Int = #line, where condition: @escaping @Sendable (Frame) -> Bool
  ) async throws -> Frame {
    try await state.wait(for: what, file: file, line: line) {
      $0.frames.last.map(condition) ?? false
    }
    // The screen may show the next one already.
    return frames.last(where: condition) ?? Frame(size: capabilities.size)
  }

  /// Returns the frame on the screen as soon as it shows a text.
  @discardableResult
  public func waitForFrame(
    containing text: String, file: String = #fileID, line: Int = #line
  ) async throws -> Frame {
    try await waitForFrame("a frame with '\(text)'", file: file, line: line) {
      $0.text.contains(text)
    }
  }

  /// Returns when the bell has rung that often.
  public func waitForAnnouncements(
    _ count: Int, file: String = #fileID, line: Int = #line
  ) async throws {
    try await state.wait(for: "\(count) announcements", file: file, line: line) {
      $0.announcements.count >= count
    }
  }

  /// The visible text in order: output, error stream and questions.
  public var transcript: String { state.withLock { $0.transcript } }

  /// Returns when a text has appeared in ``transcript``, after what an earlier call found.
  public func waitForText(
    _ text: String, file: String = #fileID, line: Int = #line
  ) async throws {
    try await state.wait(for: "the text '\(text)'", file: file, line: line) {
      $0.findText(text)
    }
  }
}

/// The screen of a scripted terminal; records every frame.
struct ScriptedScreenSession: ScreenSession {
  let terminal: ScriptedTerminal

  var events: EventQueue { terminal.events }

  func show(_ frame: Frame) throws(TerminalError) {
    try terminal.state.withLock { (state) throws(TerminalError) in
      if let failure = state.failure { throw failure }
      if state.frames.isEmpty { state.firstFrame?() }
      if state.frames.last != frame { state.frames.append(frame) }
      state.notifyWatchers()
    }
  }

  func announce(_ announcement: Announcement) throws(TerminalError) {
    terminal.state.withLock { state in
      state.announcements.append(announcement.text)
      state.notifyWatchers()
    }
  }

  func close() {
    terminal.state.withLock { $0.closeScreen() }
  }
}

extension ScriptedTerminal {
  /// The lines of ``transcript`` without the questions for a choice: those are asked again whenever
  /// something is printed while they wait, which depends on what is faster.
  public var printedLines: String {
    transcript.replacing(#/(Choose|[A-Z][\w ]+ or choose) 1(-\d+)?: /#, with: "")
      .split(separator: "\n").map { $0 + "\n" }.joined()
  }
}
