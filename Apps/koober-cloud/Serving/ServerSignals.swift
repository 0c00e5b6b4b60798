import Dispatch
import Glibc
import Synchronization

/// What a server is told from outside while it serves.
enum ServerSignal: Sendable {
  /// Finish what runs, and end.
  case stop
  /// Read the files again.
  case reload
}

/// Where a server hears of signals.
protocol ServerSignals: Sendable {
  /// The signals, as they come.
  var stream: AsyncStream<ServerSignal> { get }
  /// Watches no more: the next signal ends the process at once.
  func close()
}

/// The signals of this process: SIGTERM and SIGINT stop, SIGHUP reloads.
final class ProcessSignals: ServerSignals {
  private static let meanings: [(number: Int32, meaning: ServerSignal)] = [
    (SIGTERM, .stop), (SIGINT, .stop), (SIGHUP, .reload),
  ]

  let stream: AsyncStream<ServerSignal>
  private let sources: Mutex<[any DispatchSourceSignal]>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: ServerSignal.self)
    self.stream = stream
    let queue = DispatchQueue(label: "koober.signals")
    sources = Mutex(
      Self.meanings.map { number, meaning in
        // The default action would end the process before the source hears of the signal.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { continuation.yield(meaning) }
        source.resume()
        return source
      })
  }

  func close() {
    sources.withLock { sources in
      for source in sources { source.cancel() }
    }
    for (number, _) in Self.meanings { signal(number, SIG_DFL) }
  }
}
