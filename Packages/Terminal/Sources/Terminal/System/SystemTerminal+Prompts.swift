extension SystemTerminal {
  public func readLine(prompt: String, isHidden: Bool) async throws(PromptError) -> String {
    do {
      try flush()
    } catch {
      throw .terminal(error)
    }
    let reader = LineReader(
      prompt: prompt, isHidden: isHidden, input: descriptors.input,
      output: capabilities.errorIsTerminal || !capabilities.outputIsTerminal
        ? descriptors.error : descriptors.output)
    let session = try openSession(isHidden ? .hiddenLine : .line)
    let result = await withTaskCancellationHandler {
      await BackgroundThread.run { () -> Result<String, PromptError> in
        defer { session.close() }
        return Result { () throws(PromptError) in try reader.read(session) }
      }
    } onCancel: {
      session.selfPipe.wake(0)
    }
    return try result.get()
  }

  private func openSession(
    _ mode: TerminalSession.Mode
  ) throws(PromptError) -> TerminalSession {
    do {
      return try TerminalSession(
        device: descriptors.input, output: descriptors.error, mode: mode)
    } catch {
      throw .terminal(.failed(.input, code: error.code))
    }
  }
}
