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

/// Output that is deferred until it can be written; the oldest is dropped beyond a limit.
package struct DeferredOutput: Sendable {
  /// One write to one stream.
  package struct Part: Sendable, Equatable {
    package let text: String
    package let stream: TerminalError.Stream

    /// Creates a part, to compare with.
    package init(_ text: String, _ stream: TerminalError.Stream) {
      self.text = text
      self.stream = stream
    }
  }

  /// The most bytes that are kept.
  package static let limit = 64 * 1024

  private var parts: [Part] = []
  private var size = 0

  package init() {}

  /// Adds text; one that is too long by itself is kept alone.
  package mutating func append(_ text: String, _ stream: TerminalError.Stream) {
    parts.append(Part(text, stream))
    size += text.utf8.count
    while size > Self.limit, parts.count > 1 { size -= parts.removeFirst().text.utf8.count }
  }

  /// Removes and returns all parts in their order.
  package mutating func takeAll() -> [Part] {
    defer { self = DeferredOutput() }
    return parts
  }
}

/// Collects what is written to the standard output, so that many lines cost one system call.
struct OutputBuffer: ~Copyable {
  /// Beyond this many bytes the buffer is written at once.
  private static let capacity = 64 * 1024

  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  mutating func append(_ text: String) throws(TerminalError) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Writes the buffer; after an error it is dropped, so that it is not written again.
  mutating func flush() throws(TerminalError) {
    guard !bytes.isEmpty else { return }
    let pending = bytes
    bytes.removeAll(keepingCapacity: true)
    try SystemCall.write(pending, to: descriptor, as: .output)
  }
}
