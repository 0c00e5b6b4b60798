import CCurl
import FoundationEssentials

/// One message and its answer, on one handle of libcurl.
struct CurlTransfer {
  /// The longest answer, in bytes: far more than the contract's largest document.
  static let largestBody = 16 << 20

  let library: CurlLibrary
  let handle: CurlLibrary.Handle
  let settings: HTTPTransport.Settings
  let cancellation: Cancellation
  /// Receives a stream of events in pieces, for a message that asks for one.
  let receive: BodyReceiver?

  /// Waits until the answer is there or the attempt has failed.
  func run(_ message: HTTPMessage) -> HTTPOutcome {
    library.reset(handle)
    let reception = CurlReception(settings, cancellation: cancellation, receive: receive)
    return withExtendedLifetime(reception) {
      do throws(CurlError) {
        try setOptions(message)
        try setReceivers(of: reception)
        return try withBody(of: message) { () throws(CurlError) in
          let lines = message.headers.map { "\($0): \($1)" } + ["Expect:"]
          return try library.withHeaders(lines, on: handle) { () throws(CurlError) in
            try perform()
            guard reception.isHeadComplete else {
              return .unanswered(reason: "the connection to \(settings.address) was cut")
            }
            return .reply(
              HTTPReply(
                status: library.number(CURLINFO_RESPONSE_CODE, of: handle),
                headers: reception.headers, body: reception.body))
          }
        }
      } catch {
        if receive != nil, reception.isSilent() {
          return .unanswered(reason: "the connection to \(settings.address) has fallen silent")
        }
        if reception.isOverdue() || reception.isSilent() {
          return .unanswered(reason: "no answer came from \(settings.address) in time")
        }
        let hasSent = library.number(CURLINFO_REQUEST_SIZE, of: handle) > 0
        if error.code == CURLE_OPERATION_TIMEDOUT, !hasSent {
          let reason = "no connection to \(settings.address) came about in time"
          return .unreachable(reason: reason, isPermanent: false)
        }
        return error.outcome(at: settings, isTooLarge: reception.isTooLarge)
      }
    }
  }

  private func setOptions(_ message: HTTPMessage) throws(CurlError) {
    try library.set(CURLOPT_URL, to: message.url, on: handle)
    try library.set(CURLOPT_PATH_AS_IS, to: 1, on: handle)
    try library.set(CURLOPT_PROTOCOLS_STR, to: "http,https", on: handle)
    try library.set(CURLOPT_CUSTOMREQUEST, to: message.method, on: handle)
    // Signals could not be delivered to the right one of many threads.
    try library.set(CURLOPT_NOSIGNAL, to: 1, on: handle)
    try library.set(CURLOPT_CONNECTTIMEOUT_MS, to: settings.connectTimeout.milliseconds, on: handle)
    if receive == nil {
      try library.set(CURLOPT_TIMEOUT_MS, to: settings.timeout.milliseconds, on: handle)
    }
    try library.set(
      CURLOPT_MAXAGE_CONN, to: Int(settings.longestIdle.components.seconds), on: handle)
    try library.set(CURLOPT_FOLLOWLOCATION, to: 0, on: handle)
    try library.set(CURLOPT_SSL_VERIFYPEER, to: 1, on: handle)
    try library.set(CURLOPT_SSL_VERIFYHOST, to: 2, on: handle)
    if let file = settings.certificateAuthority {
      try library.set(CURLOPT_CAINFO, to: file, on: handle)
      // Nor the machine's folder of them.
      try library.set(CURLOPT_CAPATH, to: nil, on: handle)
    }
  }

  private func setReceivers(of reception: CurlReception) throws(CurlError) {
    let pointer = Unmanaged.passUnretained(reception).toOpaque()
    try library.set(CURLOPT_WRITEDATA, to: pointer, on: handle)
    try library.set(CURLOPT_WRITEFUNCTION, to: CurlReception.receiveBody, on: handle)
    try library.set(CURLOPT_HEADERDATA, to: pointer, on: handle)
    try library.set(CURLOPT_HEADERFUNCTION, to: CurlReception.receiveHeader, on: handle)
    try library.set(CURLOPT_XFERINFODATA, to: pointer, on: handle)
    try library.setProgress(CurlReception.shouldAbort, on: handle)
    try library.set(CURLOPT_NOPROGRESS, to: 0, on: handle)
  }

  private func withBody(
    of message: HTTPMessage, _ run: () throws(CurlError) -> HTTPOutcome
  ) throws(CurlError) -> HTTPOutcome {
    guard let body = message.body else { return try run() }
    // `withUnsafeBytes` does not keep the type of an error.
    return try body.withUnsafeBytes { bytes in
      Result { () throws(CurlError) in
        try library.set(CURLOPT_POST, to: 1, on: handle)
        try library.set(CURLOPT_POSTFIELDSIZE, to: bytes.count, on: handle)
        if let base = bytes.baseAddress {
          try library.set(
            CURLOPT_POSTFIELDS, to: UnsafeMutableRawPointer(mutating: base), on: handle)
        } else {
          try library.set(CURLOPT_POSTFIELDS, to: "", on: handle)
        }
        return try run()
      }
    }.get()
  }

  private func perform() throws(CurlError) {
    var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = try message.withUnsafeMutableBytes { bytes in
      Result { () throws(CurlError) in
        guard let base = bytes.baseAddress else { return CURLE_OUT_OF_MEMORY }
        try library.set(CURLOPT_ERRORBUFFER, to: base, on: handle)
        return library.perform(handle)
      }
    }.get()
    guard code != CURLE_OK else { return }
    let text = String(
      decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    throw CurlError(code: code, message: text.isEmpty ? library.message(of: code) : text)
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
