import CCurl

/// An error of libcurl.
struct CurlError: Error {
  let code: CURLcode
  /// The message of libcurl.
  let message: String

  /// The outcome of the request.
  func outcome(at settings: HTTPTransport.Settings, isTooLarge: Bool) -> HTTPOutcome {
    let address = settings.address
    func permanent(_ reason: String) -> HTTPOutcome {
      .unreachable(reason: reason, isPermanent: true)
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return .unreachable(reason: "there is no host '\(address.host)'", isPermanent: false)
    case CURLE_COULDNT_CONNECT:
      return .unreachable(reason: "nothing listens at \(address)", isPermanent: false)
    case CURLE_OPERATION_TIMEDOUT:
      return .unanswered(reason: "no answer came from \(address) in time (\(message))")
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      return .unanswered(reason: "the connection to \(address) was cut")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      return permanent("the certificate of \(address) is not trusted (\(message))")
    case CURLE_SSL_CACERT_BADFILE:
      let file = settings.certificateAuthority ?? "of this machine"
      return permanent("the certificate authority \(file) cannot be used (\(message))")
    case CURLE_SSL_CONNECT_ERROR:
      return permanent("no encrypted connection to \(address) came about (\(message))")
    case CURLE_ABORTED_BY_CALLBACK: return permanent("the request was cancelled")
    case CURLE_WRITE_ERROR where isTooLarge:
      let limit = CurlTransfer.largestBody >> 20
      return .unintelligible(reason: "the answer is larger than \(limit) MiB")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM,
      CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return .unintelligible(reason: "what came is no answer in HTTP (\(message))")
    default: return permanent(message)
    }
  }
}
