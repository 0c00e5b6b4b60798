/// Asks one question on a terminal and reads one line; blocks its thread.
struct LineReader {
  let prompt: String
  let isHidden: Bool
  let input: Int32
  let output: Int32
  /// The input's mode; it is not closed here.
  let session: TerminalSession

  func read() -> Result<String, PromptError> {
    do throws(TerminalError) {
      return try answer()
    } catch {
      return .failure(.terminal(error))
    }
  }

  private func answer() throws(TerminalError) -> Result<String, PromptError> {
    try show(prompt)
    var bytes: [UInt8] = []
    while true {
      if case .notices(let notices) = try session.wait() {
        if notices.contains(.interrupted) || notices.contains(.cancelled) {
          try show("\n")
          return .failure(.interrupted)
        }
        if try stopOrContinue(notices) { bytes = [] }
        continue
      }
      let chunk = try SystemCall.readSome(4096, from: input)
      bytes += chunk
      if bytes.last == 0x0A || chunk.isEmpty { break }
    }
    let isComplete = bytes.last == 0x0A
    if isHidden || !isComplete { try show("\n") }
    guard !bytes.isEmpty else { return .failure(.inputEnded) }
    if isComplete { bytes.removeLast() }
    return String(validating: bytes, as: UTF8.self).map { .success($0) } ?? .failure(.notText)
  }

  /// The line that was begun before a stop is lost, so the question is asked again.
  private func stopOrContinue(
    _ notices: [TerminalSession.Notice]
  ) throws(TerminalError) -> Bool {
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

  private func show(_ text: String) throws(TerminalError) {
    try SystemCall.write(text.utf8, to: output, as: .error)
  }
}
