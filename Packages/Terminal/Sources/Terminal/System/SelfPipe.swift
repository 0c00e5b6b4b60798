internal import Glibc

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
    readEnd = ends[0]
    writeEnd = ends[1]
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
