import CNetwork
public import Core
public import FoundationEssentials

/// A certificate, those above it, and its key, all in PEM.
public struct TLSIdentity: Sendable {
  /// A certificate is reported when it expires within so many days.
  public static let warningDays = 30

  private let certificate: String
  private let key: Secret

  /// Keeps the text of both files.
  public init(certificate: String, key: Secret) {
    (self.certificate, self.key) = (certificate, key)
  }

  /// Checks that clients can trust the certificate at a time.
  ///
  /// - Returns: The whole days for which the certificate is still valid.
  /// - Throws: ``ServerError/cannotServe(reason:)`` when the certificate is not valid at that time,
  ///   when its key is RSA with less than 2048 bits or no match, or when a text is not in PEM.
  public func check(at time: Date) throws(ServerError) -> Int {
    _ = try TLSContext(self)
    // The first certificate is the server's own.
    var first: gnutls_x509_crt_t?
    var code = gnutls_x509_crt_init(&first)
    defer { gnutls_x509_crt_deinit(first) }
    if code >= 0 {
      code = withDatums { certificate, _ in
        gnutls_x509_crt_import(first, certificate, GNUTLS_X509_FMT_PEM)
      }
    }
    guard code >= 0 else { throw .cannotServe(reason: String(cString: gnutls_strerror(code))) }
    var bits: UInt32 = 0
    let algorithm = gnutls_x509_crt_get_pk_algorithm(first, &bits)
    guard UInt32(algorithm) != GNUTLS_PK_RSA.rawValue || bits >= 2048 else {
      throw .cannotServe(reason: "the certificate's RSA key has \(bits) bits, fewer than 2048")
    }
    let (seconds, end) = (time.timeIntervalSince1970, gnutls_x509_crt_get_expiration_time(first))
    guard seconds < Double(end) else { throw .cannotServe(reason: "the certificate has expired") }
    guard seconds >= Double(gnutls_x509_crt_get_activation_time(first))
    else { throw .cannotServe(reason: "the certificate is not valid yet") }
    return Int((Double(end) - seconds) / 86_400)
  }

  /// Lends both texts to the library.
  func withDatums<Result>(
    _ body: (UnsafePointer<gnutls_datum_t>, UnsafePointer<gnutls_datum_t>) -> Result
  ) -> Result {
    var texts = (Array(certificate.utf8), Array(key.revealed.utf8))
    return texts.0.withUnsafeMutableBufferPointer { first in
      var certificate = gnutls_datum_t(data: first.baseAddress, size: UInt32(first.count))
      return texts.1.withUnsafeMutableBufferPointer { second in
        var key = gnutls_datum_t(data: second.baseAddress, size: UInt32(second.count))
        return body(&certificate, &key)
      }
    }
  }
}
