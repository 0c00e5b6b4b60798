import Dispatch
import Glibc

/// A signal to a server that serves.
enum ServerSignal: Sendable {
  case stop
  case reload
}

/// The source of a server's signals.
protocol ServerSignals: Sendable {
  var stream: AsyncStream<ServerSignal> { get }
  /// Watches no more: the next signal ends the process at once.
  func close()
}

/// The signals of this process: SIGTERM and SIGINT stop, SIGHUP reloads.
///
/// The first signal to stop also restores the default action, in the handler itself: so a second
/// one ends the process at once, however soon it comes.
struct ProcessSignals: ServerSignals {
  /// Carries each signal's number out of the handler; made before the handlers are installed.
  private static let pipe: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = Glibc.pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }()

  /// Calls only what POSIX allows in a handler of signals: `signal` and `write`.
  private static let handle: @convention(c) (Int32) -> Void = { number in
    if number != SIGHUP {
      signal(SIGTERM, SIG_DFL)
      signal(SIGINT, SIG_DFL)
    }
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(ProcessSignals.pipe.writing, &byte, 1)
  }

  let stream: AsyncStream<ServerSignal>

  init() {
    let (stream, output) = AsyncStream.makeStream(of: ServerSignal.self)
    self.stream = stream
    let input = Self.pipe.reading
    DispatchQueue(label: "koober.signals").async {
      var byte: UInt8 = 0
      while read(input, &byte, 1) == 1 { output.yield(Int32(byte) == SIGHUP ? .reload : .stop) }
    }
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, Self.handle) }
  }

  func close() {
    signal(SIGTERM, SIG_DFL)
    signal(SIGINT, SIG_DFL)
    signal(SIGHUP, SIG_IGN)
  }
}
