import Synchronization

extension SystemTerminal {
  public func markErrorLine(isTemporary: Bool, interruption: String?) {
    hasTemporaryLine.withLock { hasTemporaryLine in
      if isTemporary, !hasTemporaryLine {
        // While a prompt or a screen holds the terminal, it is the one that restores it.
        hasTemporaryLine = TerminalSignalHandler.claimLine(
          output: descriptors.error, reset: ActivityIndicator<ContinuousClock>.removal,
          interruption: interruption.map { "\(SanitizedText.clean($0))\n" } ?? "")
      } else if !isTemporary, hasTemporaryLine {
        TerminalSignalHandler.release()
        hasTemporaryLine = false
      }
    }
  }
}
