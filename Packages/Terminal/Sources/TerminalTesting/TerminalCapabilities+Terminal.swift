public import Terminal

extension TerminalCapabilities {
  /// A terminal at all three streams.
  public static func terminal(
    _ size: TerminalSize = TerminalSize(), color: ColorLevel = .none, isUnicode: Bool = true,
    isAccessible: Bool = false, canMoveCursor: Bool = true
  ) -> TerminalCapabilities {
    var capabilities = TerminalCapabilities.pipe
    capabilities.inputIsTerminal = true
    capabilities.outputIsTerminal = true
    capabilities.errorIsTerminal = true
    capabilities.size = size
    capabilities.outputColor = color
    capabilities.errorColor = color
    capabilities.isUnicode = isUnicode
    capabilities.isAccessible = isAccessible
    capabilities.canMoveCursor = canMoveCursor
    return capabilities
  }
}
