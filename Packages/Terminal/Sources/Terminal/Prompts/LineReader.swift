/// Asks one question on a terminal and reads one line; blocks its thread.
struct LineReader {
  let prompt: String
  let isHidden: Bool
  let input: Int32
  let output: Int32

  /// Reads the line.
  ///
  /// - Parameter session: The input's mode; it is not closed here.
  func read(_ session: TerminalSession) throws(PromptError) -> String {
    try show(prompt)
    var bytes: [UInt8] = []
    while true {
      if case .notices(let notices) = try wait(session) {
        if notices.contains(.interrupted) || notices.contains(.cancelled) {
          try show("\n")
          throw .interrupted
        }
        if try stopOrContinue(session, notices) { bytes = [] }
        continue
      }
      let chunk = try readChunk()
      bytes += chunk
      if bytes.last == 0x0A || chunk.isEmpty { break }
    }
    return try finish(bytes)
  }

  /// The line that was begun before a stop is lost, so the question is asked again.
  private func stopOrContinue(
    _ session: TerminalSession, _ notices: [TerminalSession.Notice]
  ) throws(PromptError) -> Bool {
    if notices.contains(.stopRequested) {
      session.stop(group: false)
    } else if notices.contains(.continued) {
      session.apply()
    } else {
      return false
    }
    try show("\n\(prompt)")
    return true
  }

  private func finish(_ bytes: [UInt8]) throws(PromptError) -> String {
    let isComplete = bytes.last == 0x0A
    if isHidden || !isComplete { try show("\n") }
    guard isComplete || !bytes.isEmpty else { throw .inputEnded }
    let line = isComplete ? bytes.dropLast() : bytes[...]
    guard let text = String(validating: line, as: UTF8.self) else { throw .notText }
    return text
  }

  // MARK: - System calls

  private func wait(_ session: TerminalSession) throws(PromptError) -> TerminalSession.Wake {
    do {
      return try session.wait()
    } catch {
      throw .terminal(.failed(.input, code: error.code))
    }
  }

  private func readChunk() throws(PromptError) -> [UInt8] {
    do {
      return try SystemCall.readSome(4096, from: input)
    } catch {
      throw .terminal(.failed(.input, code: error.code))
    }
  }

  private func show(_ text: String) throws(PromptError) {
    do {
      try OutputBuffer.write(Array(text.utf8), to: output)
    } catch {
      throw .terminal(.failed(.error, code: error.code))
    }
  }
}
