internal import Glibc

/// System calls that try again when a signal interrupted them.
enum SystemCall {
  /// The error of the call that has just failed.
  static func error(of stream: TerminalError.Stream) -> TerminalError {
    stream == .output && errno == EPIPE ? .closedPipe : .failed(stream, code: errno)
  }

  /// Writes every byte; waits where the descriptor does not block.
  static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32, as stream: TerminalError.Stream
  ) throws(TerminalError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw error(of: stream) }
      } else if errno != EINTR {
        throw error(of: stream)
      }
    }
  }

  /// Reads at most `count` bytes of input; an empty result is the end.
  static func readSome(_ count: Int, from descriptor: Int32) throws(TerminalError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let got = read(descriptor, &buffer, count)
      if got >= 0 { return Array(buffer.prefix(got)) }
      guard errno == EINTR else { throw error(of: .input) }
    }
  }
}
