import Basics
import Synchronization

/// Exchanges messages through libcurl, each on its own thread, on persistent connections.
final class CurlExchanger: HTTPExchanger {
  private struct State {
    var library: CurlLibrary?
    /// Idle handles, at most `mostIdle`; each keeps its connection.
    var idle: [CurlHandle] = []
    /// How long nothing may come of the answer to a reading request.
    var patience: Duration
  }

  private static let mostIdle = 64

  private let settings: HTTPTransport.Settings
  private let state: Mutex<State>

  init(settings: HTTPTransport.Settings) {
    self.settings = settings
    state = Mutex(State(patience: settings.timeout))
  }

  deinit {
    state.withLock { state in
      for handle in state.idle { state.library?.release(handle.pointer) }
    }
  }

  func exchange(_ message: HTTPMessage, receive: BodyReceiver?) async -> HTTPOutcome {
    let isCancelled = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DetachedThread.run { [self] in
          continuation.resume(returning: transfer(message, isCancelled, receive))
        }
      }
    } onCancel: {
      isCancelled.set()
    }
  }

  private func transfer(
    _ message: HTTPMessage, _ cancellation: Cancellation, _ receive: BodyReceiver?
  ) -> HTTPOutcome {
    do throws(CurlError) {
      let (library, handle) = try takeHandle()
      defer { putBack(handle, of: library) }
      var settings = settings
      let isReading = receive == nil && message.method == "GET"
      if receive == nil {
        settings.longestSilence = isReading ? state.withLock(\.patience) : settings.timeout
      }
      let begin = ContinuousClock.now
      let outcome = CurlTransfer(
        library: library, handle: handle.pointer, settings: settings, cancellation: cancellation,
        receive: receive
      ).run(message)
      if isReading, let patience = settings.patience(after: outcome, in: begin.duration(to: .now)) {
        state.withLock { $0.patience = patience }
      }
      return outcome
    } catch {
      return error.outcome(at: settings, isTooLarge: false)
    }
  }

  private func takeHandle() throws(CurlError) -> (CurlLibrary, CurlHandle) {
    try state.withLock { state throws(CurlError) in
      let library = if let loaded = state.library { loaded } else { try CurlLibrary() }
      state.library = library
      if let handle = state.idle.popLast() { return (library, handle) }
      return (library, CurlHandle(try library.makeHandle()))
    }
  }

  private func putBack(_ handle: CurlHandle, of library: CurlLibrary) {
    let isKept = state.withLock { state in
      guard state.idle.count < Self.mostIdle else { return false }
      state.idle.append(handle)
      return true
    }
    if !isKept { library.release(handle.pointer) }
  }
}

/// A handle of libcurl, which only the thread that took it from the idle ones may use.
private struct CurlHandle: Sendable {
  private let address: UInt

  init(_ pointer: CurlLibrary.Handle) { address = UInt(bitPattern: pointer) }

  /// The pointer that the address was made from, so it is never zero.
  var pointer: CurlLibrary.Handle { CurlLibrary.Handle(bitPattern: address)! }
}

/// Cancels a transfer.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
