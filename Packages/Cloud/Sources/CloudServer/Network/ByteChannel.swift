import Glibc

/// The result of a non-blocking read or write.
enum ChannelResult: Equatable {
  /// So many bytes were moved, at least one.
  case moved(Int)
  /// The operation would block until the socket is ready for this.
  case wait(Poller.Interest)
  /// The client has closed the connection, or it is broken.
  case closed
}

/// The bytes of one connection, encrypted or not.
protocol ByteChannel: AnyObject {
  /// Continues the handshake, if the protocol has one; `moved` when it is done.
  func handshake() -> ChannelResult
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ChannelResult
  func write(_ bytes: UnsafeRawBufferPointer) -> ChannelResult
  /// Ends the output of the connection.
  func finishWriting()
  /// Whether bytes have been received that the poller does not report.
  var hasBufferedBytes: Bool { get }
}

/// A connection without encryption.
final class PlainChannel: ByteChannel {
  private let socket: Int32

  /// - Parameter socket: A socket that does not block; the caller closes it.
  init(socket: Int32) { self.socket = socket }

  func handshake() -> ChannelResult { .moved(1) }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ChannelResult {
    Self.result(recv(socket, buffer.baseAddress, buffer.count, 0), wait: .reading)
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> ChannelResult {
    Self.result(send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)), wait: .writing)
  }

  func finishWriting() { shutdown(socket, Int32(SHUT_WR)) }

  var hasBufferedBytes: Bool { false }

  private static func result(_ count: Int, wait: Poller.Interest) -> ChannelResult {
    if count > 0 { return .moved(count) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .wait(wait) : .closed
  }
}
