import CNetwork
import Core
import Glibc

/// A certificate and key, ready for connections.
///
/// Source of the protocol versions and ciphers: RFC 9325 (BCP 195), sections 3.1 and 4.2.
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
    self.session = session
    self.context = context
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
