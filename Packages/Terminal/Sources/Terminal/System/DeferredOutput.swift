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
