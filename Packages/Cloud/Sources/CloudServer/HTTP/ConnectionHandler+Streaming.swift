import Cloud
import Core
import FoundationEssentials

/// The writer's side of one stream of events.
struct EventStreamWriter {
  /// The most bytes that wait to be sent; a reader who takes them more slowly is dropped.
  static let longestQueue = 64 << 10
  /// How long, in seconds, a reader may take nothing of what waits.
  static let patience = 30

  /// The stream's number in the hub.
  let number: Int
  let isChunked: Bool
  var hasEnded = false
  /// The size of a write that has to be repeated, which stays the same, as TLS requires.
  var attempted: Int?
}

/// Sends streams of events.
extension ConnectionHandler {
  var isStreaming: Bool { if case .streaming = phase { true } else { false } }

  /// Answers the request with a stream.
  func open(_ source: any EventSource) {
    guard let isChunked = request.map({ !$0.isVersion10 }) else { return }
    let number = shared.events.open(source) { [post, identifier] output in
      post(.stream(connection: identifier, output))
    }
    guard let number else { return respond(HTTPResponse(.tooManyStreams)) }
    respond(.eventStream)
    setDeadline(EventStreamWriter.patience)
    phase = .streaming(EventStreamWriter(number: number, isChunked: isChunked))
    // Readers who lost a server together come back at different times. Source: WHATWG HTML, section
    // 9.2.6, field "retry".
    append(Data("retry: \(Int.random(in: 2000...4000))\n\n".utf8), isChunked)
  }

  /// Takes what a stream sends; returns whether there is something to write or to close.
  func send(_ output: EventHub.Output) -> Bool {
    guard case .streaming(var stream) = phase, !stream.hasEnded else { return false }
    let isWaiting = written < self.output.count
    switch output {
    case .event(let event):
      // Of what is not repeated only the newest is worth sending, and that comes soon.
      if isWaiting, event.id == nil { return false }
      append(event.encoded, stream.isChunked)
    case .heartbeat: append(Data(":\n\n".utf8), stream.isChunked)
    case .end:
      if stream.isChunked { self.output += ResponseEncoder.lastChunk }
      stream.hasEnded = true
      phase = .streaming(stream)
      shared.events.close(stream.number)
    }
    if !isWaiting { setDeadline(EventStreamWriter.patience) }
    return true
  }

  private func append(_ bytes: Data, _ isChunked: Bool) {
    output += isChunked ? ResponseEncoder.chunk(bytes) : Array(bytes)
  }

  /// Sends what waits, and notices when the reader has gone.
  func stream(reading buffer: UnsafeMutableRawBufferPointer) -> NextStep {
    guard case .streaming(var stream) = phase else { return .close }
    defer { if isStreaming { phase = .streaming(stream) } }
    // A reader has nothing more to say.
    switch channel.read(into: buffer) {
    case .moved, .closed: return .close
    case .wait: break
    }
    while written < output.count {
      let size = stream.attempted ?? min(output.count - written, 16 << 10)
      let result = output.withUnsafeBytes { bytes in
        channel.write(UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(size)))
      }
      stream.attempted = nil
      switch result {
      case .moved(let count):
        written += count
        setDeadline(EventStreamWriter.patience)
      case .wait(let interest):
        stream.attempted = size
        return output.count - written > EventStreamWriter.longestQueue
          ? .close : .wait(for: interest)
      case .closed: return .close
      }
    }
    (output, written, deadline) = ([], 0, nil)
    guard !stream.hasEnded else {
      channel.finishWriting()
      return .close
    }
    return .wait(for: .reading)
  }
}
