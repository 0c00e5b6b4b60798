import CNetwork
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

/// A certificate and key, ready for connections. Source of the protocol versions and ciphers:
/// RFC 9325 (BCP 195), sections 3.1 and 4.2.
final class TLSContext: Sendable {
  /// TLS 1.3 and 1.2, with forward secrecy and authenticated encryption only.
  private static let priorities = """
    NONE:+VERS-TLS1.3:+VERS-TLS1.2:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:+AEAD:\
    +ECDHE-ECDSA:+ECDHE-RSA:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:\
    +SIGN-ALL:-SIGN-RSA-SHA1:-SIGN-ECDSA-SHA1:-SIGN-DSA-SHA1:+COMP-NULL:+CTYPE-X509:\
    %SERVER_PRECEDENCE
    """

  /// The addresses of the library's objects, which are only read after the start.
  private let credentials: UInt
  private let priority: UInt

  init(_ identity: TLSIdentity) throws(ServerError) {
    var credentials: gnutls_certificate_credentials_t?
    var priority: gnutls_priority_t?
    var code = gnutls_certificate_allocate_credentials(&credentials)
    if code == GNUTLS_E_SUCCESS {
      code = identity.withDatums { certificate, key in
        gnutls_certificate_set_x509_key_mem(credentials, certificate, key, GNUTLS_X509_FMT_PEM)
      }
    }
    if code >= 0 { code = gnutls_priority_init(&priority, Self.priorities, nil) }
    guard code >= 0 else {
      gnutls_certificate_free_credentials(credentials)
      throw .cannotServe(reason: String(cString: gnutls_strerror(code)))
    }
    self.credentials = UInt(bitPattern: credentials)
    self.priority = UInt(bitPattern: priority)
  }

  deinit {
    gnutls_priority_deinit(OpaquePointer(bitPattern: priority))
    gnutls_certificate_free_credentials(OpaquePointer(bitPattern: credentials))
  }

  /// Returns the encrypted channel of a new connection; `nil` when there is no memory for it.
  func makeChannel(socket: Int32) -> TLSChannel? {
    var session: gnutls_session_t?
    let flags = UInt32(GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL)
    guard gnutls_init(&session, flags) == GNUTLS_E_SUCCESS, let session else { return nil }
    let channel = TLSChannel(session: session, context: self)
    guard gnutls_priority_set(session, OpaquePointer(bitPattern: priority)) >= 0,
      gnutls_credentials_set(
        session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(bitPattern: credentials)) >= 0
    else { return nil }
    gnutls_transport_set_int2(session, socket, socket)
    return channel
  }
}

/// A connection that is encrypted by GnuTLS.
final class TLSChannel: ByteChannel {
  private let session: gnutls_session_t
  /// The session refers to the credentials.
  private let context: TLSContext

  fileprivate init(session: gnutls_session_t, context: TLSContext) {
    (self.session, self.context) = (session, context)
  }

  deinit { gnutls_deinit(session) }
  func handshake() -> ChannelResult { result(Int(gnutls_handshake(session)), whenZero: .moved(1)) }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ChannelResult {
    result(gnutls_record_recv(session, buffer.baseAddress, buffer.count), whenZero: .closed)
  }

  /// A call that had to wait must be repeated with the same bytes.
  func write(_ bytes: UnsafeRawBufferPointer) -> ChannelResult {
    result(gnutls_record_send(session, bytes.baseAddress, bytes.count), whenZero: .closed)
  }

  func finishWriting() { gnutls_bye(session, GNUTLS_SHUT_WR) }
  var hasBufferedBytes: Bool { gnutls_record_check_pending(session) > 0 }

  private func result(_ code: Int, whenZero: ChannelResult) -> ChannelResult {
    if code > 0 { return .moved(code) }
    switch Int32(code) {
    case 0: return whenZero
    case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED:
      return .wait(gnutls_record_get_direction(session) == 0 ? .reading : .writing)
    case GNUTLS_E_WARNING_ALERT_RECEIVED: return .wait(.reading)
    default: return .closed
    }
  }
}
