import Synchronization

/// The one screen of a terminal, shared by everyone who has it open.
struct SharedScreen: ~Copyable {
  private var screen: SystemScreen?
  private var users = 0
  private var held = DeferredOutput()

  mutating func open(
    _ make: () throws(TerminalError) -> SystemScreen
  ) throws(TerminalError) -> SystemScreen {
    let current = if let screen { screen } else { try make() }
    screen = current
    users += 1
    return current
  }

  /// Closes the screen when its last user does, and returns what was held back meanwhile.
  mutating func close() -> [DeferredOutput.Part] {
    users -= 1
    guard users == 0 else { return [] }
    screen?.close()
    screen = nil
    return held.takeAll()
  }

  /// Keeps text until the screen is closed; `false` when none is open.
  mutating func holdBack(_ text: String, _ stream: TerminalError.Stream) -> Bool {
    if users > 0 { held.append(text, stream) }
    return users > 0
  }
}

extension SystemTerminal {
  public func openScreen() throws(TerminalError) -> any ScreenSession {
    try flush()
    let screen = try sharedScreen.withLock { (shared) throws(TerminalError) in
      try shared.open { () throws(TerminalError) in
        try SystemScreen(descriptors: descriptors, color: capabilities.outputColor)
      }
    }
    return SystemScreenSession(terminal: self, screen: screen)
  }

  /// Text that is written to the terminal while a screen is open would disturb it.
  func holdBack(_ text: String, _ stream: TerminalError.Stream) -> Bool {
    sharedScreen.withLock { $0.holdBack(text, stream) }
  }

  func closeScreen() {
    for part in sharedScreen.withLock({ $0.close() }) {
      // Closing cannot fail: a stream that cannot be written is reported by the next write.
      try? part.stream == .error ? writeError(part.text) : write(part.text)
    }
  }
}

/// One user's hold on the terminal's screen.
private struct SystemScreenSession: ScreenSession {
  let terminal: SystemTerminal
  let screen: SystemScreen

  var events: EventQueue { screen.events }

  func show(_ frame: Frame) throws(TerminalError) { try screen.show(frame) }

  func announce(_ announcement: Announcement) throws(TerminalError) {
    try screen.send(terminal.capabilities.notifications.sequence(for: announcement))
  }

  func close() {
    terminal.closeScreen()
  }
}
