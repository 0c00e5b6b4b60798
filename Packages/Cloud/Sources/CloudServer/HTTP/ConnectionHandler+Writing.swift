import Core
import FoundationEssentials

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
      at: shared.clock.now)
    phase = .writing(then: next ?? (closes ? .close : .read))
    setDeadline(shared.limits.responseSeconds)
  }

  /// Writes the response until all of it is sent or the socket is full.
  func write() -> NextStep {
    guard case .writing(let next) = phase else { return .waitForWorker }
    while written < output.count {
      let result = output.withUnsafeBytes { bytes in
        // The size stays the same for a repeated call, as TLS requires.
        channel.write(UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(16 << 10)))
      }
      switch result {
      case .moved(let count): written += count
      case .wait(let interest): return .wait(for: interest)
      case .closed: return .close
      }
    }
    return finishWriting(next)
  }

  private func finishWriting(_ next: Next) -> NextStep {
    (output, written) = ([], 0)
    // An interim response ends no request.
    if request != nil {
      request = nil
      shared.metrics.requestEnded()
    }
    switch next {
    case .read:
      phase = .reading
      if parser.isInBody { return .takeTurns }
      setDeadline(shared.limits.requestSeconds)
      // Requests that arrived along with the last one are still answered.
      if isStopping, parser.isIdle { return .close }
      return parser.isIdle && !channel.hasBufferedBytes ? .wait(for: .reading) : .takeTurns
    case .ignore:
      channel.finishWriting()
      setDeadline(shared.limits.ignoringSeconds)
      phase = .ignoring(bytes: 0)
      return .takeTurns
    case .close:
      channel.finishWriting()
      return .close
    }
  }

  func setDeadline(_ seconds: Int) { deadline = .now + .seconds(seconds) }
}
