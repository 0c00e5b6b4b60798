import CCurl

/// The functions of libcurl, once it is loaded.
struct CurlLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer

  private let table: koober_curl

  /// Loads the library; `nil` when it is not there.
  init?() {
    var table = koober_curl()
    guard koober_curl_load(&table) != 0 else { return nil }
    self.table = table
    // CURL_GLOBAL_ALL; more calls than one only count.
    guard table.global_init(3) == CURLE_OK else { return nil }
  }

  func makeHandle() -> Handle? { table.easy_init() }
  func release(_ handle: Handle) { table.easy_cleanup(handle) }
  /// Forgets the options, keeps the connections.
  func reset(_ handle: Handle) { table.easy_reset(handle) }
  func perform(_ handle: Handle) -> CURLcode { table.easy_perform(handle) }

  func message(of code: CURLcode) -> String {
    table.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }

  func status(_ handle: Handle) -> Int {
    withUnsafePointer(to: table) { koober_curl_status($0, handle) }
  }

  func set(_ option: CURLoption, to value: Int, on handle: Handle) {
    withUnsafePointer(to: table) { _ = koober_curl_set_long($0, handle, option, value) }
  }

  /// The text is copied.
  func set(_ option: CURLoption, to value: String, on handle: Handle) {
    withUnsafePointer(to: table) { _ = koober_curl_set_text($0, handle, option, value) }
  }

  /// Takes back what a text or a pointer was set to, by the library's own defaults too.
  func clear(_ option: CURLoption, on handle: Handle) {
    withUnsafePointer(to: table) { _ = koober_curl_set_pointer($0, handle, option, nil) }
  }

  /// What the pointer points to must live as long as the transfer.
  func set(_ option: CURLoption, to value: UnsafeMutableRawPointer, on handle: Handle) {
    withUnsafePointer(to: table) { _ = koober_curl_set_pointer($0, handle, option, value) }
  }

  func set(
    _ option: CURLoption,
    to receive:
      @convention(c) (
        UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
      ) -> Int,
    on handle: Handle
  ) {
    withUnsafePointer(to: table) { _ = koober_curl_set_receiver($0, handle, option, receive) }
  }

  func setProgress(
    _ progress:
      @convention(c) (
        UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t
      ) -> Int32,
    on handle: Handle
  ) {
    withUnsafePointer(to: table) { _ = koober_curl_set_progress($0, handle, progress) }
  }

  /// Sets the headers while a body runs; they are not copied.
  func withHeaders<Result>(
    _ headers: [String], on handle: Handle, _ body: () -> Result
  ) -> Result {
    var list: UnsafeMutablePointer<curl_slist>?
    for header in headers { list = table.slist_append(list, header) ?? list }
    defer { table.slist_free_all(list) }
    withUnsafePointer(to: table) { _ = koober_curl_set_headers($0, handle, list) }
    return body()
  }
}
