#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// System calls that try again when a signal interrupted them.
enum SystemCall {
  /// Returns the system's message, without a full stop.
  static func message(for code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // The result only says whether the code is known; the buffer is filled in both cases.
    _ = strerror_r(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes every byte; waits where the descriptor does not block.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32)
    throws(SystemCallError)
  {
    var rest = bytes
    while let base = rest.baseAddress, rest.count > 0 {
      let count = write(descriptor, base, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        try waitUntilWritable(descriptor)
      } else if errno != EINTR {
        throw SystemCallError(code: errno)
      }
    }
  }

  private static func waitUntilWritable(_ descriptor: Int32) throws(SystemCallError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw SystemCallError(code: errno) }
  }

  /// Reads at most `count` bytes; an empty result is the end.
  static func readSome(_ count: Int, from descriptor: Int32) throws(SystemCallError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let got = read(descriptor, &buffer, count)
      if got >= 0 { return Array(buffer.prefix(got)) }
      guard errno == EINTR else { throw SystemCallError(code: errno) }
    }
  }
}

/// The `errno` of a failed system call.
struct SystemCallError: Error {
  let code: Int32
}
