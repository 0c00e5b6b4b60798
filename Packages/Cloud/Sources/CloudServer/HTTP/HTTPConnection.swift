import CMicroHTTPD
import FoundationEssentials
import Glibc

/// A connection of the HTTP library; valid until the library says that it is closed.
struct HTTPConnection: Hashable, Sendable {
  /// The address of the library's object, which only the library looks into.
  private let address: UInt

  init?(_ pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    address = UInt(bitPattern: pointer)
  }

  private var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// Keeps the network threads from the connection until it is resumed.
  func suspend() { MHD_suspend_connection(pointer) }

  /// Lets a network thread ask for the answer.
  func resume() { MHD_resume_connection(pointer) }

  func header(_ name: String) -> String? {
    MHD_lookup_connection_value(pointer, .HEADER_KIND, name).map { String(cString: $0) }
  }

  /// The client's address as a number.
  var peer: String {
    let info = koober_connection_info(pointer, .CONNECTION_INFO_CLIENT_ADDRESS)
    guard let client = info?.pointee.client_addr else { return "unknown" }
    return ClientAddress.text(client)
  }

  /// The connection's socket.
  var descriptor: Int32? {
    koober_connection_info(pointer, .CONNECTION_INFO_CONNECTION_FD)?.pointee.connect_fd
  }

  /// Gives the answer to the library, which copies it; returns whether it was taken.
  func send(_ answer: HTTPAnswer, headers: [(String, String)]) -> Bool {
    let body = Array(answer.body)
    let response = body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let response else { return false }
    defer { MHD_destroy_response(response) }
    for (name, value) in answer.headers.map({ ($0, $1) }) + headers {
      MHD_add_response_header(response, name, value)
    }
    return MHD_queue_response(pointer, UInt32(answer.status), response) == .YES
  }
}
