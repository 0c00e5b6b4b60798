import Core
import FoundationEssentials
import Glibc

/// Writes responses.
extension ConnectionHandler {
  func respond(_ response: HTTPResponse, then next: Next? = nil) {
    guard let request else { return }
    let closes = next != nil || !request.keepsConnection || isStopping
    let lifecycle = request.lifecycle
    let seconds = lifecycle.seconds
    shared.metrics.answered(lifecycle.endpoint, status: response.status, seconds: seconds)
    shared.log.answered(lifecycle, status: response.status, seconds: seconds)
    output = shared.encoder.encode(
      response, requestID: lifecycle.requestID, closes: closes, isHead: request.isHead,
      at: time_t(shared.clock.now.timeIntervalSince1970))
    phase = .writing(then: next ?? (closes ? .close : .read))
    setDeadline(shared.limits.responseSeconds)
  }

  /// Writes until the output is empty.
  func write() -> ChannelResult {
    while written < output.count {
      let result = output.withUnsafeBytes { bytes in
        // The size stays the same for a repeated call, as TLS requires.
        channel.write(UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(16 << 10)))
      }
      guard case .moved(let count) = result else { return result }
      written += count
    }
    return .moved(written)
  }

  /// Goes to what follows a response; returns whether the connection stays open.
  func finishWriting(_ next: Next) -> Bool {
    (output, written) = ([], 0)
    // An interim response ends no request.
    if request != nil {
      request = nil
      shared.metrics.requestEnded()
    }
    switch next {
    case .read:
      phase = .reading
      guard !parser.isInBody else { return true }
      setDeadline(shared.limits.requestSeconds)
      // Requests that came along with the last one are still answered.
      return !isStopping || !parser.isIdle
    case .ignore:
      channel.finishWriting()
      setDeadline(shared.limits.ignoringSeconds)
      phase = .ignoring(bytes: 0)
      return true
    case .close:
      channel.finishWriting()
      return false
    }
  }

  func setDeadline(_ seconds: Int) {
    deadline = .now + .seconds(seconds)
  }
}
