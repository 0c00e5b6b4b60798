internal import Glibc

/// A terminal device in a special mode, until it is closed or the process ends in any way.
final class TerminalSession: Sendable {
  /// How the device treats what is typed.
  enum Mode: Sendable {
    /// Lines that are edited by the device and shown.
    case line
    /// Lines that are edited by the device and not shown.
    case hiddenLine
    /// Every byte at once, not shown; Ctrl-C and Ctrl-Z are bytes too.
    case raw
  }

  let selfPipe: SelfPipe
  private let device: Int32
  private let original: termios
  private let special: termios

  /// Changes the device's mode; `reset` are the sequences that undo what is drawn while it lasts.
  init(device: Int32, output: Int32, mode: Mode, reset: String = "") throws(TerminalError) {
    var attributes = termios()
    guard tcgetattr(device, &attributes) == 0 else { throw SystemCall.error(of: .input) }
    self.device = device
    self.original = attributes
    self.special = Self.attributes(for: mode, from: attributes)
    self.selfPipe = try SelfPipe()
    let isClaimed = TerminalSignalHandler.claim(
      device: device, attributes: original, output: output, reset: reset, relay: selfPipe.writeEnd)
    guard isClaimed else { throw .failed(.input, code: EBUSY) }
    apply()
  }

  /// Restores the device; call it exactly once.
  func close() { TerminalSignalHandler.release() }

  /// Applies the mode again, after the process was stopped or another program used the device.
  func apply() {
    var attributes = special
    tcsetattr(device, TCSADRAIN, &attributes)
  }

  /// Restores the device, stops the process, and applies the mode when it continues.
  func stop(group: Bool) {
    TerminalSignalHandler.stop(group: group, relay: selfPipe)
    _ = selfPipe.drain()
    apply()
  }

  /// The result of a wait: input, the numbers of signals, 0 for a cancellation, or neither.
  enum Wake {
    case input
    case signals([Int32])
    case timeout
  }

  /// Waits until there is input or a signal, `timeout` milliseconds at most; -1 is without limit.
  func wait(timeout: Int32 = -1) throws(TerminalError) -> Wake {
    var requests = [
      pollfd(fd: selfPipe.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&requests, 2, timeout)
      if count == 0 { return .timeout }
      if count > 0 { break }
      guard errno == EINTR else { throw SystemCall.error(of: .input) }
    }
    return requests[0].revents == 0 ? .input : .signals(selfPipe.drain().map(Int32.init))
  }

  private static func attributes(for mode: Mode, from original: termios) -> termios {
    var attributes = original
    switch mode {
    case .line: attributes.c_lflag |= tcflag_t(ECHO | ICANON | ISIG)
    case .hiddenLine:
      attributes.c_lflag |= tcflag_t(ICANON | ISIG)
      attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    case .raw: cfmakeraw(&attributes)
    }
    return attributes
  }
}

/// A self-pipe: writing a byte wakes the thread that polls the other end.
final class SelfPipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemCall.error(of: .input) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Sends one byte; a full pipe wakes the reader as well, so that nothing is lost.
  func wake(_ byte: UInt8) {
    var byte = byte
    _ = write(writeEnd, &byte, 1)
  }

  /// Reads the bytes that have arrived, without waiting.
  func drain() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(readEnd, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }
}
