import CCurl

/// The functions of libcurl, once it is loaded.
struct CurlLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  /// Takes bytes: their address, the size and the number of the units, and the receiver.
  typealias Receive =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
  /// Is told how far a transfer has come; a result other than zero ends it.
  typealias Progress =
    @convention(c) (
      UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t
    ) -> Int32

  private let table: koober_curl

  init() throws(CurlError) {
    var table = koober_curl()
    guard koober_curl_load(&table) != 0 else {
      throw CurlError(
        code: CURLE_FAILED_INIT, message: "libcurl, which goes over the network, is not installed")
    }
    self.table = table
    // CURL_GLOBAL_ALL; more calls than one only count.
    try check(table.global_init(3))
  }

  func makeHandle() throws(CurlError) -> Handle {
    guard let handle = table.easy_init() else { throw failure(CURLE_OUT_OF_MEMORY) }
    return handle
  }
  func release(_ handle: Handle) { table.easy_cleanup(handle) }
  /// Resets the options, keeps the connections.
  func reset(_ handle: Handle) { table.easy_reset(handle) }
  func perform(_ handle: Handle) -> CURLcode { table.easy_perform(handle) }

  func message(of code: CURLcode) -> String {
    table.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }

  private func failure(_ code: CURLcode) -> CurlError {
    CurlError(code: code, message: message(of: code))
  }

  /// An option that was not set, for want of memory, could let a request go without its session or
  /// to a server that should not be trusted.
  private func check(_ code: CURLcode) throws(CurlError) {
    guard code == CURLE_OK else { throw failure(code) }
  }

  func number(_ info: CURLINFO, of handle: Handle) -> Int {
    withUnsafePointer(to: table) { koober_curl_number($0, handle, info) }
  }

  func set(_ option: CURLoption, to value: Int, on handle: Handle) throws(CurlError) {
    try check(withUnsafePointer(to: table) { koober_curl_set_long($0, handle, option, value) })
  }

  /// The text is copied.
  func set(_ option: CURLoption, to value: String, on handle: Handle) throws(CurlError) {
    try check(withUnsafePointer(to: table) { koober_curl_set_text($0, handle, option, value) })
  }

  /// The pointee must live as long as the transfer; `nil` resets a text or a pointer, also one of the
  /// library's defaults.
  func set(_ option: CURLoption, to value: UnsafeMutableRawPointer?, on handle: Handle)
    throws(CurlError)
  {
    try check(withUnsafePointer(to: table) { koober_curl_set_pointer($0, handle, option, value) })
  }

  func set(_ option: CURLoption, to receive: Receive, on handle: Handle) throws(CurlError) {
    try check(
      withUnsafePointer(to: table) { koober_curl_set_receiver($0, handle, option, receive) })
  }

  func setProgress(_ progress: Progress, on handle: Handle) throws(CurlError) {
    try check(withUnsafePointer(to: table) { koober_curl_set_progress($0, handle, progress) })
  }

  /// Sets the headers while a body runs; they are not copied.
  func withHeaders<Result>(
    _ headers: [String], on handle: Handle, _ body: () throws(CurlError) -> Result
  ) throws(CurlError) -> Result {
    var list: UnsafeMutablePointer<curl_slist>?
    defer { table.slist_free_all(list) }
    for header in headers {
      guard let longer = table.slist_append(list, header) else {
        throw failure(CURLE_OUT_OF_MEMORY)
      }
      list = longer
    }
    try check(withUnsafePointer(to: table) { koober_curl_set_headers($0, handle, list) })
    return try body()
  }
}
