/// Collects what is written to the standard output, so that many lines cost one system call.
struct OutputBuffer: ~Copyable {
  /// Beyond this many bytes the buffer is written at once.
  private static let capacity = 64 * 1024

  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  mutating func append(_ text: String) throws(TerminalError) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Writes the buffer; after an error it is dropped, so that it is not written again.
  mutating func flush() throws(TerminalError) {
    guard !bytes.isEmpty else { return }
    let pending = bytes
    bytes.removeAll(keepingCapacity: true)
    try SystemCall.write(pending, to: descriptor, as: .output)
  }
}
