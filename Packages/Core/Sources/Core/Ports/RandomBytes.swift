/// Where identifiers, tokens and keys get their randomness from; injected, so that a test can
/// predict them.
public protocol RandomBytes: Sendable {
  /// Returns bytes that cannot be guessed.
  func bytes(count: Int) -> [UInt8]
}

extension RandomBytes {
  /// Returns 128 random bits as 32 hexadecimal digits: an identifier that cannot be guessed.
  public func makeIdentifier() -> String {
    let digits = Array("0123456789abcdef".utf8)
    let characters = bytes(count: 16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: characters, as: UTF8.self)
  }
}

/// The randomness of the operating system.
public struct SystemRandomBytes: RandomBytes {
  /// Creates the machine's source of randomness.
  public init() {}

  public func bytes(count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    // The system is asked for eight bytes at a time.
    while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
    return Array(bytes.prefix(count))
  }
}
