import Synchronization

/// The one screen of a terminal, shared by everyone who has it open.
struct SharedScreen: ~Copyable {
  private var screen: SystemScreen?
  private var users = 0

  /// Returns the screen that is open, or opens one.
  mutating func open(
    _ make: () throws(SystemCall.Failure) -> SystemScreen
  ) throws(SystemCall.Failure) -> SystemScreen {
    let current = if let screen { screen } else { try make() }
    screen = current
    users += 1
    return current
  }

  /// Closes the screen when its last user does.
  mutating func close() {
    users -= 1
    guard users == 0 else { return }
    screen?.close()
    screen = nil
  }
}

extension SystemTerminal {
  public func openScreen() throws(TerminalError) -> any ScreenSession {
    try flush()
    do {
      let screen = try sharedScreen.withLock { (shared) throws(SystemCall.Failure) in
        try shared.open { () throws(SystemCall.Failure) in
          try SystemScreen(descriptors: descriptors, color: capabilities.outputColor)
        }
      }
      return SystemScreenSession(terminal: self, screen: screen)
    } catch {
      throw .failed(.input, code: error.code)
    }
  }

  func closeScreen() {
    sharedScreen.withLock { $0.close() }
  }
}

/// One user's hold on the terminal's screen.
private struct SystemScreenSession: ScreenSession {
  let terminal: SystemTerminal
  let screen: SystemScreen

  var events: EventQueue { screen.events }

  func show(_ frame: Frame) throws(TerminalError) {
    do {
      try screen.show(frame)
    } catch {
      throw .failed(.output, code: error.code)
    }
  }

  func close() {
    terminal.closeScreen()
  }
}
