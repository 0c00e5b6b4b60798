/// Collects what is written to the standard output, so that many lines cost one system call.
struct OutputBuffer: ~Copyable {
  /// Beyond this many bytes the buffer is written at once.
  private static let capacity = 64 * 1024

  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  mutating func append(_ text: String) throws(SystemCallError) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Writes the buffer; after an error it is dropped, so that it is not written again.
  mutating func flush() throws(SystemCallError) {
    guard !bytes.isEmpty else { return }
    let pending = bytes
    bytes.removeAll(keepingCapacity: true)
    try Self.write(pending, to: descriptor)
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemCallError) {
    let result = bytes.withUnsafeBytes { pointer in
      Result { () throws(SystemCallError) in
        try SystemCall.writeAll(pointer, to: descriptor)
      }
    }
    try result.get()
  }
}
