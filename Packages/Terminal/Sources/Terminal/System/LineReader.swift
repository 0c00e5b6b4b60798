internal import Glibc

/// Asks one question on a terminal and reads one line; blocks its thread.
struct LineReader {
  let prompt: String
  let isHidden: Bool
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
      if case .signals(let signals) = try session.wait() {
        if signals.contains(SIGINT) || signals.contains(0) {
          try show("\n")
          return .failure(.interrupted)
        }
        if try stopOrContinue(signals) { bytes = [] }
        continue
      }
      let chunk = try SystemCall.readSome(4096, from: STDIN_FILENO)
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
  private func stopOrContinue(_ signals: [Int32]) throws(TerminalError) -> Bool {
    if signals.contains(SIGTSTP) {
      session.stop(group: false)
    } else if signals.contains(SIGCONT) {
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
