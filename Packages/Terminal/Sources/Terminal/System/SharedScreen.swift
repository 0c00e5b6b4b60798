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
    screen?.restore()
    screen = nil
    return held.takeAll()
  }

  /// Keeps text until the screen is closed; `false` when none is open.
  mutating func holdBack(_ text: String, _ stream: TerminalError.Stream) -> Bool {
    if users > 0 { held.append(text, stream) }
    return users > 0
  }
}

/// Output that is deferred until it can be written; the oldest is dropped beyond a limit.
package struct DeferredOutput: Sendable {
  /// One write to one stream.
  package typealias Part = (text: String, stream: TerminalError.Stream)
  /// The most bytes that are kept.
  package static let limit = 64 * 1024
  private var parts: [Part] = []
  private var size = 0

  package init() {}

  /// Adds text; one that is too long by itself is kept alone.
  package mutating func append(_ text: String, _ stream: TerminalError.Stream) {
    parts.append((text, stream))
    size += text.utf8.count
    while size > Self.limit, parts.count > 1 { size -= parts.removeFirst().text.utf8.count }
  }

  /// Removes and returns all parts in their order.
  package mutating func takeAll() -> [Part] {
    defer { self = DeferredOutput() }
    return parts
  }
}
